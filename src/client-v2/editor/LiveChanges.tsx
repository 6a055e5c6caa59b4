import { Alert, Checkbox, Flex, theme } from 'antd';
import type { ReactNode } from 'react';
import type { Change } from '../api/finding-types';
import type { Preview } from '../api/preview-types';
import { useT } from '../host/host';
import { refusals, toConfirm } from './model/findings';

interface LiveChangesProps {
  preview: Preview;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

/** What saving does to a field that has numbers already: what is refused, what has to be accepted, what is good to know. */
export function LiveChanges({ preview, accepted, onAccept }: LiveChangesProps) {
  const t = useT();
  const { token } = theme.useToken();
  const errors = refusals(preview.changes).filter(({ path }) => path !== 'unique');
  const confirms = toConfirm(preview.changes);
  // The table below says it already.
  const messages = confirms.filter(({ code }) => !(code === 'NUMBERS_JUMP' && preview.savedNext));
  const infos = preview.changes.filter(({ severity }) => severity === 'info');
  if (errors.length + confirms.length + infos.length === 0) return null;
  return (
    <Flex vertical gap="small">
      {errors.length > 0 && (
        <Alert type="error" showIcon message={t('This cannot be saved')} description={<Messages of={errors} />} />
      )}
      {confirms.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={t('This field has numbers already')}
          description={
            <Flex vertical gap="small">
              <Messages of={messages} />
              <BeforeAfter preview={preview} />
              <Checkbox checked={accepted} onChange={(event) => onAccept(event.target.checked)}>
                {t('I have checked the next number and want this change')}
              </Checkbox>
            </Flex>
          }
        />
      )}
      {infos.length > 0 && (
        <Alert type="info" showIcon message={<Messages of={infos} />} style={{ padding: token.paddingXS }} />
      )}
    </Flex>
  );
}

function Messages(props: { of: readonly Change[] }) {
  return (
    <div>
      {props.of.map(({ message, path }) => (
        <div key={path + message}>{message}</div>
      ))}
    </div>
  );
}

/** The next number under the saved rules and under these. */
function BeforeAfter({ preview }: { preview: Preview }) {
  const t = useT();
  if (!preview.savedNext) return null;
  return (
    <table style={{ borderSpacing: 0, width: 'fit-content' }}>
      <caption style={{ captionSide: 'top', textAlign: 'start', padding: 0 }}>{t('The next number')}</caption>
      <tbody>
        <Row label={t('Now')}>{preview.savedNext}</Row>
        <Row label={t('After saving')}>
          <strong>{preview.values[0]}</strong>
        </Row>
      </tbody>
    </table>
  );
}

function Row(props: { label: string; children: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <tr>
      <th scope="row" style={{ textAlign: 'start', fontWeight: 'normal', paddingInlineEnd: token.padding }}>
        {props.label}
      </th>
      <td style={{ fontFamily: token.fontFamilyCode, whiteSpace: 'pre-wrap' }}>{props.children}</td>
    </tr>
  );
}
