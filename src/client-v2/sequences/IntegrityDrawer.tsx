import { Button, Drawer, Flex, Grid, Result, Skeleton, Statistic, theme } from 'antd';
import type { IntegrityReport } from '../api/types';
import { useHost, useT } from '../host/host';
import { useLoad } from '../host/use-load';
import { nodeLabel } from './counter-tree';
import type { CounterNode } from './counter-tree';
import { formatCount } from './format';
import { DuplicatesTable, GapsTable } from './IntegrityTables';
import { LoadError } from './LoadError';
import { Notice } from './Notice';

interface IntegrityDrawerProps {
  node: CounterNode;
  onClose: () => void;
  onRepair: () => void;
  onBackfill: () => void;
}

/** What is in order and what is not with the numbers of one field; read when the drawer opens. */
export function IntegrityDrawer({ node, onClose, onRepair, onBackfill }: IntegrityDrawerProps) {
  const { t, sequences } = useHost();
  const screens = Grid.useBreakpoint();
  const report = useLoad(() => sequences.checkIntegrity(node.target), [node.id]);
  return (
    <Drawer
      open
      width={screens.md ? 640 : '100%'}
      title={t('Integrity of {{field}}', { field: nodeLabel(node) })}
      onClose={onClose}
      extra={
        <Button onClick={report.reload} loading={report.loading && report.data !== undefined}>
          {t('Check again')}
        </Button>
      }
    >
      {report.error && <LoadError error={report.error} onRetry={report.reload} />}
      {!report.data && report.loading && <Skeleton active paragraph={{ rows: 6 }} />}
      {report.data && !report.error && (
        <Findings report={report.data} node={node} onRepair={onRepair} onBackfill={onBackfill} />
      )}
    </Drawer>
  );
}

function isFaultless(report: IntegrityReport): boolean {
  return (
    !report.behind &&
    report.nulls === 0 &&
    report.duplicates.length === 0 &&
    report.gaps.length === 0 &&
    report.unreadable === 0
  );
}

function Findings(props: { report: IntegrityReport; node: CounterNode; onRepair: () => void; onBackfill: () => void }) {
  const { t, language } = useHost();
  const { report, node } = props;
  if (isFaultless(report)) {
    return (
      <Result
        status="success"
        title={t('Everything is in order')}
        subTitle={t(
          'Records checked: {{number}}. No number is missing, none occurs twice, and the counter is ahead of them.',
          {
            number: formatCount(report.total, language),
          },
        )}
      />
    );
  }
  return (
    <Flex vertical gap="large">
      <Figures report={report} />
      {report.behind && (
        <Notice
          type="error"
          title={t('The counter is behind the data')}
          text={t('The next new record may get a number that exists already. Repair raises the counter.')}
          action={<Button onClick={props.onRepair}>{t('Check and repair')}</Button>}
        />
      )}
      {report.nulls > 0 && (
        <Notice
          type="warning"
          title={t('Records without a number: {{number}}', { number: formatCount(report.nulls, language) })}
          action={<Button onClick={props.onBackfill}>{t('Number old records')}</Button>}
        />
      )}
      {report.unreadable > 0 && (
        <Notice
          type="warning"
          title={t('Values that do not fit the pattern: {{number}}', {
            number: formatCount(report.unreadable, language),
          })}
          text={t('No number can be read from them, so repair and integrity leave them out.')}
        />
      )}
      {report.duplicates.length > 0 && <DuplicatesTable duplicates={report.duplicates} />}
      {report.gaps.length > 0 && <GapsTable gaps={report.gaps} timezone={node.counter.timezone} />}
    </Flex>
  );
}

function Figures({ report }: { report: IntegrityReport }) {
  const t = useT();
  const { token } = theme.useToken();
  const figures = [
    { title: t('Records'), value: report.total, color: undefined },
    { title: t('Without a number'), value: report.nulls, color: token.colorWarning },
    { title: t('Repeated numbers'), value: report.duplicates.length, color: token.colorError },
    { title: t('Gaps'), value: report.gaps.length, color: token.colorWarning },
  ];
  return (
    <Flex wrap gap="large">
      {figures.map(({ title, value, color }) => (
        <Statistic
          key={title}
          title={title}
          value={value}
          style={{ minWidth: 110 }}
          valueStyle={value > 0 && color ? { color } : undefined}
        />
      ))}
    </Flex>
  );
}
