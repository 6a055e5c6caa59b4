import { Button, Flex, Result, Statistic, theme } from 'antd';
import type { IntegrityReport } from '../api/types';
import { useErrorColour } from '../host/error-text';
import { useHost, useT } from '../host/host';
import { RecordLinks } from '../record-view/RecordLinks';
import type { CounterNode } from './counter-tree';
import { formatCount } from './format';
import { DuplicatesTable, GapsTable } from './IntegrityTables';
import { Notice } from './Notice';

interface FindingsProps {
  report: IntegrityReport;
  node: CounterNode;
  onRepair: () => void;
  onBackfill: () => void;
}

/** What an integrity report found, the worst first, with the records it is about and what can be done. */
export function Findings({ report, node, onRepair, onBackfill }: FindingsProps) {
  const { t, language } = useHost();
  const { collection } = node.target;
  if (isFaultless(report)) {
    return (
      <Result
        status="success"
        title={t('Everything is in order')}
        subTitle={t(
          'Records checked: {{number}}. No number is missing, none occurs twice, and the counter is ahead of them.',
          { number: formatCount(report.total, language) },
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
          action={<Button onClick={onRepair}>{t('Check and repair')}</Button>}
        />
      )}
      {report.nulls > 0 && (
        <Notice
          type="warning"
          title={t('Records without a number: {{number}}', { number: formatCount(report.nulls, language) })}
          text={<RecordLinks collection={collection} ids={report.nullIds} total={report.nulls} />}
          action={<Button onClick={onBackfill}>{t('Number old records')}</Button>}
        />
      )}
      {report.unreadable > 0 && (
        <Notice
          type="warning"
          title={t('Values that do not fit the pattern: {{number}}', {
            number: formatCount(report.unreadable, language),
          })}
          text={
            <>
              {t('No number can be read from them, so repair and integrity leave them out.')}
              <RecordLinks collection={collection} ids={report.unreadableIds} total={report.unreadable} />
            </>
          }
        />
      )}
      {report.duplicates.length > 0 && <DuplicatesTable duplicates={report.duplicates} collection={collection} />}
      {report.gaps.length > 0 && (
        <GapsTable gaps={report.gaps} collection={collection} timezone={node.counter.timezone} />
      )}
    </Flex>
  );
}

function isFaultless(report: IntegrityReport): boolean {
  const { behind, nulls, duplicates, gaps, unreadable } = report;
  return !behind && nulls + duplicates.length + gaps.length + unreadable === 0;
}

function Figures({ report }: { report: IntegrityReport }) {
  const t = useT();
  const { token } = theme.useToken();
  const errorColour = useErrorColour();
  const figures = [
    { title: t('Records'), value: report.total, color: undefined },
    { title: t('Without a number'), value: report.nulls, color: token['orange-7'] },
    { title: t('Repeated numbers'), value: report.duplicates.length, color: errorColour },
    { title: t('Gaps'), value: report.gaps.length, color: undefined },
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
