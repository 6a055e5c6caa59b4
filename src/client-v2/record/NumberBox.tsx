import { Input, theme } from 'antd';
import { useEffect } from 'react';
import type { Translate } from '../host/host';

/** What an empty number says: the number to come, or only that there will be one; nothing while that is not known. */
export function hintText(t: Translate, hint: string | null | undefined): string {
  if (hint === undefined) return '';
  return hint === null ? t('Given on save') : t('{{number}}, given on save', { number: hint });
}

/** A number that nobody can type: the stored one, or a hint of the one to come in its place. */
export function NumberBox(props: { id?: string; label?: string; value?: unknown; hint?: string }) {
  const { token } = theme.useToken();
  const { id, label, value, hint } = props;
  const stored = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  // As text and not as a placeholder: those are too pale to be read well, and some screen readers skip them.
  const style = hint === undefined ? undefined : { color: token.colorTextSecondary };
  return <Input id={id} aria-label={label} readOnly variant="filled" style={style} value={hint ?? stored} />;
}

/**
 * Takes a number away that a new record carries although it will get its own, so that it is neither shown nor sent:
 * what a copy, a default value or a linkage rule has put there.
 */
export function useCleared(value: unknown, clear: () => void, isComing: boolean): void {
  const isCarried = isComing && value !== undefined && value !== null && value !== '';
  useEffect(() => {
    if (isCarried) clear();
  }, [isCarried]);
}
