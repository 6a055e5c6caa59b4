import { Button, Flex, Tooltip, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useHost, useT } from '../host/host';
import { NumberCell, PeriodCell, ScopeCell } from './cells';
import type { CollectionRow } from './collection-rows';
import { nodeLabel } from './counter-tree';
import type { CounterNode } from './counter-tree';
import { formatCount } from './format';
import { ToneTag } from './ToneTag';

/** The heading of a collection. */
export function CollectionCell({ row }: { row: CollectionRow }) {
  return (
    <Typography.Text strong style={{ overflowWrap: 'anywhere' }}>
      {row.label} {row.label !== row.name && <SmallText>{row.name}</SmallText>}
    </Typography.Text>
  );
}

/** A field by its title, which opens its details; the technical name stands beside it unless it should be brief. */
export function FieldCell({ node, brief, onOpen }: { node: CounterNode; brief?: boolean; onOpen: () => void }) {
  const t = useT();
  const { fieldLabel, counter } = node;
  if (counter.orphan) {
    return (
      <span>
        {fieldLabel} <OrphanTag reason={counter.orphan} />
      </span>
    );
  }
  return (
    <span>
      <Button
        type="link"
        style={{ padding: 0, height: 'auto', whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start' }}
        aria-label={t('Details of {{field}}', { field: nodeLabel(node) })}
        onClick={onOpen}
      >
        {fieldLabel}
      </Button>{' '}
      {!brief && fieldLabel !== counter.field && <SmallText>{counter.field}</SmallText>}
    </span>
  );
}

/** All that a narrow screen shows of a counter. */
export function NarrowCell(props: { node: CounterNode; health: ReactNode; onOpen: () => void }) {
  const { t, language } = useHost();
  const { counter, isField, isSummary, children } = props.node;
  return (
    <Flex vertical gap={4} style={{ display: 'inline-flex', maxWidth: 'calc(100% - 42px)', verticalAlign: 'top' }}>
      {isField && <FieldCell node={props.node} onOpen={props.onOpen} brief />}
      {isSummary && (
        <SmallText>{t('Counters: {{number}}', { number: formatCount(children?.length ?? 0, language) })}</SmallText>
      )}
      {!isSummary && (!isField || counter.scope) && <ScopeCell scope={counter.scope} />}
      {!isSummary && counter.period && (
        <SmallText>
          {t('Period starts')} <PeriodCell period={counter.period} timezone={counter.timezone} />
        </SmallText>
      )}
      {!isSummary && (
        <SmallText>
          {t('Next number')} <NumberCell value={counter.next} strong />
        </SmallText>
      )}
      {props.health}
    </Flex>
  );
}

/** Marks a counter that nothing draws from; the reason shows on hover and on focus. */
function OrphanTag({ reason }: { reason: string }) {
  const t = useT();
  return (
    <Tooltip title={reason}>
      <ToneTag tone="warning" tabIndex={0}>
        {t('Orphan')}
      </ToneTag>
    </Tooltip>
  );
}

function SmallText({ children }: { children: ReactNode }) {
  return (
    <Typography.Text type="secondary" style={{ fontSize: '0.85em', fontWeight: 'normal' }}>
      {children}
    </Typography.Text>
  );
}
