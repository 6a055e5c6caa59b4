import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useT } from '../host/host';
import { RecordDrawer } from './RecordDrawer';

interface RecordLinksProps {
  collection: string;
  ids: readonly string[];
  /** How many records are meant in all, where the ids are only some of them. */
  total?: number;
}

/**
 * Records by their ids; each opens in a drawer of our own. NocoBase has no address for a record outside a page: a record's
 * popup belongs to the page and the button that opened it.
 */
export function RecordLinks({ collection, ids, total }: RecordLinksProps) {
  const t = useT();
  const [open, setOpen] = useState<string>();
  const left = total === undefined ? 0 : total - ids.length;
  return (
    <Flex wrap gap="small" align="baseline">
      {ids.map((id) => (
        <Button
          key={id}
          type="link"
          size="small"
          style={{ padding: 0, height: 'auto' }}
          aria-label={t('Open record {{id}}', { id })}
          onClick={() => setOpen(id)}
        >
          {id}
        </Button>
      ))}
      {ids.length > 0 && left > 0 && (
        <Typography.Text type="secondary">{t('and {{number}} more', { number: left })}</Typography.Text>
      )}
      {open !== undefined && <RecordDrawer collection={collection} id={open} onClose={() => setOpen(undefined)} />}
    </Flex>
  );
}
