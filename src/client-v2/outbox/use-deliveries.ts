import { useState } from 'react';
import type { DeliveryQuery } from '../api/outbox-types';
import { useHost } from '../host/host';
import { useLoad } from '../host/use-load';

export const PAGE_SIZE = 20;

/** The list of failed deliveries with what is looked for; those that somebody should look at, to begin with. */
export function useDeliveries() {
  const { outbox } = useHost();
  const [query, setQuery] = useState<DeliveryQuery>({ status: ['dead', 'retrying'] });
  const [page, setPage] = useState(1);
  const deliveries = useLoad(() => outbox.listDeliveries(query, page, PAGE_SIZE), [query, page]);
  const change = (next: DeliveryQuery) => {
    setQuery(next);
    setPage(1);
  };
  return { query, setQuery: change, page, setPage, deliveries };
}
