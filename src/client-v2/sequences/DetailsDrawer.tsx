import { ReloadOutlined } from '@ant-design/icons';
import { Button, Descriptions, Drawer, Flex, Grid, Skeleton } from 'antd';
import { useState } from 'react';
import type { IntegrityReport } from '../api/types';
import { ExportButton } from '../csv/ExportButton';
import { integrityCsv } from '../csv/integrity-csv';
import { useHost } from '../host/host';
import { useLoad } from '../host/use-load';
import { NumberCell, PeriodCell, ScopeCell } from './cells';
import { nodeLabel } from './counter-tree';
import type { CounterNode } from './counter-tree';
import { Findings } from './Findings';
import { formatCount, formatMoment } from './format';
import { LoadError } from './LoadError';

interface DetailsDrawerProps {
  node: CounterNode;
  onClose: () => void;
  onRepair: () => void;
  onBackfill: () => void;
}

/** One field's counter, and what is in order and what is not with its numbers; read when the drawer opens. */
export function DetailsDrawer({ node, onClose, onRepair, onBackfill }: DetailsDrawerProps) {
  const host = useHost();
  const { t, sequences } = host;
  const [open, setOpen] = useState(true);
  const screens = Grid.useBreakpoint();
  const report = useLoad(() => sequences.checkIntegrity(node.target), [node.id]);
  return (
    <Drawer
      open={open}
      width={screens.md ? 720 : '100%'}
      title={nodeLabel(node)}
      aria-label={t('Details of {{field}}', { field: nodeLabel(node) })}
      onClose={() => setOpen(false)}
      // Only now: the focus has gone back to where it came from.
      afterOpenChange={(isOpen) => isOpen || onClose()}
    >
      <Flex vertical gap="large">
        <CounterFacts node={node} />
        {report.error && <LoadError error={report.error} onRetry={report.reload} />}
        {!report.data && report.loading && (
          <div role="status" aria-label={t('Reading the numbers …')}>
            <Skeleton active paragraph={{ rows: 8 }} />
          </div>
        )}
        {report.data && !report.error && (
          <>
            <Findings report={report.data} node={node} onRepair={onRepair} onBackfill={onBackfill} />
            <ReportActions report={report.data} loading={report.loading} onReload={report.reload} />
          </>
        )}
      </Flex>
    </Drawer>
  );
}

function ReportActions(props: { report: IntegrityReport; loading: boolean; onReload: () => void }) {
  const host = useHost();
  return (
    <Flex wrap gap="small">
      <Button icon={<ReloadOutlined />} loading={props.loading} onClick={props.onReload}>
        {host.t('Check again')}
      </Button>
      <ExportButton name="integrity" write={() => integrityCsv(props.report, host)} />
    </Flex>
  );
}

/** What the row of the table says, for screens that have no room for it there. */
function CounterFacts({ node }: { node: CounterNode }) {
  const { t, language } = useHost();
  const screens = Grid.useBreakpoint();
  const { counter, isSummary, children } = node;
  const own = [
    ...(counter.scope ? [{ key: 'scope', label: t('Scope'), children: <ScopeCell scope={counter.scope} /> }] : []),
    ...(counter.period
      ? [
          {
            key: 'period',
            label: t('Period starts'),
            children: <PeriodCell period={counter.period} timezone={counter.timezone} />,
          },
        ]
      : []),
    { key: 'current', label: t('Last number'), children: <NumberCell value={counter.current} /> },
    { key: 'next', label: t('Next number'), children: <NumberCell value={counter.next} strong /> },
  ];
  const summary = [{ key: 'counters', label: t('Counters'), children: formatCount(children?.length ?? 0, language) }];
  return (
    <Descriptions
      size="small"
      bordered
      column={screens.sm ? 2 : 1}
      items={[
        ...(isSummary ? summary : own),
        { key: 'used', label: t('Last used'), children: formatMoment(counter.lastGeneratedAt, language) || '–' },
        ...(counter.timezone ? [{ key: 'zone', label: t('Time zone'), children: counter.timezone }] : []),
      ]}
    />
  );
}
