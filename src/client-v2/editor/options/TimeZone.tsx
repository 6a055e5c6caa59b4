import { Select } from 'antd';
import { useMemo } from 'react';
import type { Finding } from '../../api/finding-types';
import { useT } from '../../host/host';
import { Labelled } from '../Labelled';
import { knownZones } from '../moments';

interface TimeZoneProps {
  value: string | null;
  /** The zone that fields without one of their own use; undefined: not known yet. */
  appZone?: string;
  errors: readonly Finding[];
  onChange: (zone: string | null) => void;
}

const APP = '';

/** The time zone of the field's dates and resets. */
export function TimeZone({ value, appZone, errors, onChange }: TimeZoneProps) {
  const t = useT();
  const options = useMemo(() => {
    const app = { value: APP, label: appZone ? t('As the app ({{zone}})', { zone: appZone }) : t('As the app') };
    return [
      app,
      ...[...new Set([...(value ? [value] : []), ...knownZones()])].map((zone) => ({ value: zone, label: zone })),
    ];
  }, [appZone, value, t]);
  return (
    <Labelled
      label={t('Time zone')}
      strong
      help={t('Dates in the number and resets follow the clock of this zone.')}
      errors={errors}
    >
      {(ties) => (
        <Select
          {...ties}
          value={value ?? APP}
          options={options}
          showSearch
          optionFilterProp="label"
          onChange={(zone: string) => onChange(zone === APP ? null : zone)}
        />
      )}
    </Labelled>
  );
}
