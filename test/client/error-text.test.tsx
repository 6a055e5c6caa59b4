/** @jest-environment jsdom */
import './support/dom';
import { render, screen } from '@testing-library/react';
import { ConfigProvider, theme } from 'antd';
import { ErrorText } from '../../src/client-v2/host/error-text';

const ALGORITHMS = {
  light: [theme.defaultAlgorithm],
  dark: [theme.darkAlgorithm],
  'compact and dark': [theme.darkAlgorithm, theme.compactAlgorithm],
};

describe.each(Object.entries(ALGORITHMS))('in the %s theme', (_, algorithm) => {
  const token = theme.getDesignToken({ algorithm });

  test.each(['colorBgContainer', 'colorBgElevated', 'colorBgLayout', 'colorErrorBg'] as const)(
    'an error text can be read on %s',
    (ground) => {
      render(
        <ConfigProvider theme={{ algorithm }}>
          <ErrorText>Wrong</ErrorText>
        </ConfigProvider>,
      );
      const { color } = getComputedStyle(screen.getByText('Wrong'));
      expect(contrast(channels(color), channels(token[ground]))).toBeGreaterThanOrEqual(4.5);
    },
  );
});

/** Of `rgb(1, 2, 3)` or `#010203`. */
function channels(colour: string): number[] {
  if (colour.startsWith('#')) return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return (colour.match(/\d+/g) ?? []).map(Number);
}

/** The contrast ratio of WCAG 2. */
function contrast(a: number[], b: number[]): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: number[]): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
