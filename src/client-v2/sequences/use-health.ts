import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Counter, CounterTarget } from '../api/types';
import { useHost } from '../host/host';
import { fieldId, HealthChecks } from './health-checks';
import type { FieldTarget, HealthStates } from './health-checks';

interface FieldsHealth {
  states: HealthStates;
  /** Looks again at the fields in question: one, those of a collection, or all. */
  recheck: (target: CounterTarget) => void;
}

/** The health of every field that has counters; each is looked at once, and again when asked for. */
export function useHealth(counters: readonly Counter[] | undefined): FieldsHealth {
  const { sequences } = useHost();
  const checks = useMemo(() => new HealthChecks(sequences.checkHealth), [sequences]);
  const states = useSyncExternalStore(checks.subscribe, checks.getStates);
  const fields = useMemo(() => fieldsOf(counters ?? []), [counters]);

  useEffect(() => checks.checkNew(fields), [checks, fields]);

  const recheck = useCallback(
    ({ collection, field }: CounterTarget) =>
      checks.check(
        fields.filter(
          (known) =>
            (collection === undefined || known.collection === collection) &&
            (field === undefined || known.field === field),
        ),
      ),
    [checks, fields],
  );
  return { states, recheck };
}

/** An orphan has no field any more, so there is nothing to look at. */
function fieldsOf(counters: readonly Counter[]): FieldTarget[] {
  const fields = new Map<string, FieldTarget>();
  for (const { collection, field, orphan } of counters) {
    if (!orphan) fields.set(fieldId({ collection, field }), { collection, field });
  }
  return [...fields.values()];
}
