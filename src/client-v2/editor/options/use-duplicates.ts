import { useEffect, useState } from 'react';
import { useHost } from '../../host/host';
import type { EditedField } from '../model/types';
import type { DuplicateCheck } from './UniqueOption';

/** Looks for numbers that occur twice as soon as Unique is asked of a saved field that was not unique. */
export function useDuplicates(field: EditedField, unique: boolean): DuplicateCheck {
  const { sequences } = useHost();
  const { collection, savedName, savedUnique } = field;
  const wanted = unique && !savedUnique ? savedName : undefined;
  const [check, setCheck] = useState<DuplicateCheck>({ searching: false });

  useEffect(() => {
    if (!wanted) {
      setCheck({ searching: false });
      return undefined;
    }
    let left = false;
    setCheck({ searching: true });
    const settle = (next: DuplicateCheck) => !left && setCheck(next);
    sequences.findDuplicates({ collection, field: wanted }).then(
      (found) => settle({ searching: false, found }),
      // Without an answer the save itself still refuses what cannot be.
      () => settle({ searching: false }),
    );
    return () => {
      left = true;
    };
  }, [collection, wanted, sequences]);

  return check;
}
