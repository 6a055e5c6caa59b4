import { Select } from 'antd';
import { useState } from 'react';
import type { InputTies } from '../editor/Labelled';
import type { Person } from '../api/outbox-types';
import { useHost } from '../host/host';
import { useLoad } from '../host/use-load';

interface PeopleSelectProps extends InputTies {
  value: Person[];
  onChange: (people: Person[]) => void;
}

/** Users of the app, found by a part of their name. */
export function PeopleSelect({ value, onChange, ...props }: PeopleSelectProps) {
  const { t, outbox } = useHost();
  const [search, setSearch] = useState('');
  const found = useLoad(() => outbox.findPeople(search), [search]);
  return (
    <Select
      {...props}
      mode="multiple"
      labelInValue
      showSearch
      filterOption={false}
      aria-label={t('People')}
      placeholder={t('Choose people')}
      loading={found.loading}
      onSearch={setSearch}
      value={value.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(chosen) =>
        onChange(chosen.map(({ value: id, label }) => ({ id, name: typeof label === 'string' ? label : id })))
      }
      options={(found.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      style={{ width: '100%' }}
    />
  );
}
