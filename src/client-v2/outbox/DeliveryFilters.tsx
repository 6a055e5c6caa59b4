import { SearchOutlined } from '@ant-design/icons';
import { Flex, Input, Select } from 'antd';
import { useState } from 'react';
import type { DeliveryQuery } from '../api/outbox-types';
import { DELIVERY_STATUSES } from '../api/outbox-types';
import { useHost } from '../host/host';
import { useLoad } from '../host/use-load';
import { statusWords } from './delivery-words';

interface DeliveryFiltersProps {
  query: DeliveryQuery;
  onChange: (query: DeliveryQuery) => void;
}

/** What is looked for: by status, post-processor, collection, and by the number or id of a record or event. */
export function DeliveryFilters({ query, onChange }: DeliveryFiltersProps) {
  const { t, outbox } = useHost();
  const [search, setSearch] = useState(query.search ?? '');
  const choices = useLoad(() => outbox.readChoices(), []);
  const find = (text: string) => onChange({ ...query, search: text.trim() || undefined });
  return (
    <Flex wrap gap="small">
      <Input
        allowClear
        prefix={<SearchOutlined />}
        placeholder={t('Record number, record id or event id')}
        aria-label={t('Record number, record id or event id')}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          if (event.target.value === '') find('');
        }}
        onPressEnter={() => find(search)}
        onBlur={() => search.trim() !== (query.search ?? '') && find(search)}
        style={{ flex: '1 1 220px', minWidth: 0, maxWidth: 360 }}
      />
      <Select
        mode="multiple"
        aria-label={t('Status')}
        placeholder={t('Every status')}
        value={query.status}
        onChange={(status) => onChange({ ...query, status })}
        options={DELIVERY_STATUSES.map((status) => ({ value: status, label: statusWords(status, t) }))}
        style={{ flex: '1 1 200px', minWidth: 0, maxWidth: 320 }}
      />
      <Select
        allowClear
        aria-label={t('Post-processor')}
        placeholder={t('Every post-processor')}
        value={query.postProcessor}
        onChange={(postProcessor?: string) => onChange({ ...query, postProcessor })}
        options={(choices.data?.postProcessors ?? []).map((name) => ({ value: name, label: name }))}
        style={{ flex: '1 1 160px', minWidth: 0, maxWidth: 240 }}
      />
      <Select
        allowClear
        showSearch
        optionFilterProp="label"
        aria-label={t('Collection')}
        placeholder={t('Every collection')}
        value={query.collection}
        onChange={(collection?: string) => onChange({ ...query, collection })}
        options={(choices.data?.collections ?? []).map(({ name, title }) => ({ value: name, label: title }))}
        style={{ flex: '1 1 160px', minWidth: 0, maxWidth: 240 }}
      />
    </Flex>
  );
}
