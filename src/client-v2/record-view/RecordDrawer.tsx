import { Descriptions, Drawer, Empty, Flex, Grid, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import type { RecordView } from '../api/record-types';
import { useHost, useT } from '../host/host';
import { useLoad } from '../host/use-load';
import { LoadError } from '../sequences/LoadError';
import { fieldValues, recordTitle } from './record-values';

interface RecordDrawerProps {
  collection: string;
  id: string;
  onClose: () => void;
}

/** One record to look at, read with the rights of the person who is signed in. */
export function RecordDrawer({ collection, id, onClose }: RecordDrawerProps) {
  const { t, records } = useHost();
  const [open, setOpen] = useState(true);
  const screens = Grid.useBreakpoint();
  const record = useLoad(() => records.read(collection, id), [collection, id]);
  const title = t('Record {{title}}', { title: (record.data && recordTitle(record.data)) ?? id });
  return (
    <Drawer
      open={open}
      width={screens.md ? 520 : '100%'}
      title={title}
      aria-label={title}
      onClose={() => setOpen(false)}
      // Only now: the focus has gone back to where it came from.
      afterOpenChange={(isOpen) => isOpen || onClose()}
    >
      {record.error && <LoadError error={record.error} onRetry={record.reload} />}
      {!record.data && record.loading && <Skeleton active paragraph={{ rows: 8 }} />}
      {record.data && !record.error && <RecordFields record={record.data} id={id} />}
    </Drawer>
  );
}

function RecordFields({ record, id }: { record: RecordView; id: string }) {
  const host = useHost();
  const t = useT();
  if (!record.values) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('This record does not exist any more.')} />;
  }
  return (
    <Flex vertical gap="middle">
      <Flex wrap gap="small" align="baseline">
        <Typography.Text type="secondary">{record.collection.title}</Typography.Text>
        <Typography.Text copyable={{ text: id, tooltips: [t('Copy the id'), t('Copied')] }}>{id}</Typography.Text>
      </Flex>
      <Descriptions
        bordered
        size="small"
        column={1}
        labelStyle={{ width: '38%' }}
        items={fieldValues(record, host).map(({ name, title, text }) => ({
          key: name,
          label: title,
          children: text ? (
            <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</span>
          ) : (
            <Typography.Text type="secondary">–</Typography.Text>
          ),
        }))}
      />
    </Flex>
  );
}
