import { useEffect, useState } from 'react';
import { useHost } from '../host/host';
import type { PreviewState } from './use-preview';

/** The zone of fields that name none: seen in the preview of such rules, or asked for once. */
export function useAppZone(timezone: string | null, { preview, signature }: PreviewState): string | undefined {
  const { sequences } = useHost();
  const [zone, setZone] = useState<string>();
  const shown = preview?.zone;

  useEffect(() => {
    if (zone) return undefined;
    if (timezone === null) {
      if (shown) setZone(shown);
      return undefined;
    }
    let left = false;
    sequences.preview({ patterns: [{ type: 'integer', options: {} }] }).then(
      (answer) => !left && setZone(answer.zone),
      // The choice is then named without its zone.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [zone, timezone, shown, signature, sequences]);

  return zone;
}
