import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Flex, theme } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useT } from '../host/host';
import type { Choices } from './model/field-choices';
import type { Template } from './model/templates';
import { buildTemplates } from './model/templates';

interface TemplatesProps {
  choices: Choices;
  onStart: (template: Template) => void;
}

/** The heading of the pattern, and below it the templates when they are wanted. */
export function TemplateSection({ initiallyOpen, choices, onStart }: TemplatesProps & { initiallyOpen: boolean }) {
  const t = useT();
  const { token } = theme.useToken();
  const id = useId();
  const [open, setOpen] = useState(initiallyOpen);
  const start = (template: Template) => {
    onStart(template);
    setOpen(false);
  };
  return (
    <>
      <Flex justify="space-between" align="center" gap="small" wrap>
        <span style={{ fontWeight: token.fontWeightStrong }}>{t('Number pattern')}</span>
        <Button
          type="text"
          size="small"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          icon={open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
          iconPosition="end"
          style={{ marginInlineEnd: -7 }}
        >
          {open ? t('Hide templates') : t('Start from a template')}
        </Button>
      </Flex>
      {open && (
        <div id={id}>
          <Templates choices={choices} onStart={start} />
        </div>
      )}
    </>
  );
}

/** Patterns to start from, each with what its numbers look like. */
function Templates({ choices, onStart }: TemplatesProps) {
  const t = useT();
  const { token } = theme.useToken();
  const templates = useMemo(() => buildTemplates(choices, t, new Date()), [choices, t]);
  return (
    <div
      role="group"
      aria-label={t('Start from a template')}
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 180px), 1fr))',
        gap: token.marginSM,
      }}
    >
      {templates.map((template) => (
        <Button
          key={template.id}
          onClick={() => onStart(template)}
          style={{ height: 'auto', padding: `${token.paddingXS}px ${token.paddingSM}px`, justifyContent: 'flex-start' }}
        >
          <span
            style={{ display: 'block', textAlign: 'start', minWidth: 0, whiteSpace: 'normal', color: token.colorText }}
          >
            <span style={{ display: 'block', fontFamily: token.fontFamilyCode, fontWeight: token.fontWeightStrong }}>
              {template.sample}
            </span>
            <span style={{ display: 'block', fontSize: token.fontSizeSM, color: token.colorTextSecondary }}>
              {template.title}
            </span>
          </span>
        </Button>
      ))}
    </div>
  );
}
