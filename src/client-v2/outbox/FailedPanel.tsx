import { Empty, Flex, Grid, Skeleton, Table } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import type { Delivery } from '../api/outbox-types';
import { useHost } from '../host/host';
import { LoadError } from '../sequences/LoadError';
import { DeliveryDrawer } from './DeliveryDrawer';
import { deliveryColumns } from './delivery-columns';
import { DeliveryFilters } from './DeliveryFilters';
import { DeliveryToolbar } from './DeliveryToolbar';
import { OperationDialog } from './OperationDialog';
import type { OperationJob } from './OperationDialog';
import { PAGE_SIZE, useDeliveries } from './use-deliveries';

/** What one post-processor could not take: found, looked at, replayed and skipped. */
export function FailedPanel() {
  const host = useHost();
  const { t } = host;
  const { md: isWide = true } = Grid.useBreakpoint();
  const { query, setQuery, page, setPage, deliveries } = useDeliveries();
  const [chosen, setChosen] = useState<string[]>([]);
  const [open, setOpen] = useState<string>();
  const [job, setJob] = useState<OperationJob>();
  const startOn = useCallback((operation: OperationJob['operation'], delivery: Delivery) => {
    setJob({ operation, ids: [delivery.id] });
  }, []);
  const columns = useMemo(
    () => deliveryColumns({ host, isWide, onOpen: ({ id }) => setOpen(id), onOperate: startOn }),
    [host, isWide, startOn],
  );
  const { data } = deliveries;
  const refresh = () => {
    setChosen([]);
    deliveries.reload();
  };
  return (
    <Flex vertical gap="middle">
      <DeliveryFilters query={query} onChange={setQuery} />
      <DeliveryToolbar
        chosen={chosen}
        total={data?.total ?? 0}
        onRefresh={refresh}
        onOperate={(operation, onAll) => setJob(onAll ? { operation, query } : { operation, ids: chosen })}
      />
      {deliveries.error && <LoadError error={deliveries.error} onRetry={deliveries.reload} />}
      {!data && deliveries.loading && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && (
        <Table<Delivery>
          rowKey="id"
          columns={columns}
          dataSource={data.rows}
          loading={deliveries.loading}
          size={isWide ? 'middle' : 'small'}
          scroll={isWide ? { x: 'max-content' } : undefined}
          tableLayout={isWide ? undefined : 'fixed'}
          rowSelection={{
            selectedRowKeys: chosen,
            onChange: (keys) => setChosen(keys.map(String)),
            columnWidth: 40,
            getCheckboxProps: ({ id }) => named(t('Choose delivery {{id}}', { id })),
          }}
          pagination={{
            current: page,
            pageSize: PAGE_SIZE,
            total: data.total,
            onChange: setPage,
            showSizeChanger: false,
            hideOnSinglePage: true,
          }}
          locale={{
            emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('No delivery matches.')} />,
          }}
        />
      )}
      {open !== undefined && (
        <DeliveryDrawer
          id={open}
          onClose={() => setOpen(undefined)}
          onOperate={(operation) => setJob({ operation, ids: [open] })}
        />
      )}
      {job && (
        <OperationDialog
          job={job}
          onClose={() => setJob(undefined)}
          onDone={() => {
            setOpen(undefined);
            refresh();
          }}
        />
      )}
    </Flex>
  );
}

/** For screen readers; antd hands it on to the checkbox. */
function named(label: string): object {
  return { 'aria-label': label };
}
