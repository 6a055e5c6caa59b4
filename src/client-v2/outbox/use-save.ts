import { App } from 'antd';
import { useState } from 'react';
import { toApiError, toFindings } from '../api/api-error';
import type { Finding } from '../api/finding-types';
import { useT } from '../host/host';

/** Saves a form: what is wrong with an input by its name, and in `error` what belongs to none. */
export function useSave(onSaved: () => void) {
  const t = useT();
  const { message } = App.useApp();
  const [findings, setFindings] = useState<Finding[]>([]);
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const save = async (send: () => Promise<void>) => {
    setSaving(true);
    setError(undefined);
    setFindings([]);
    try {
      await send();
      void message.success(t('Saved'));
      onSaved();
    } catch (thrown) {
      const found = toFindings(thrown);
      setFindings(found);
      if (found.length === 0) setError(toApiError(thrown).message);
    } finally {
      setSaving(false);
    }
  };
  return { errorsOf: (name: string) => findings.filter(({ path }) => path === name), error, saving, save };
}
