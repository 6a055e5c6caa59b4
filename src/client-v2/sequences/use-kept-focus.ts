import { useEffect, useRef } from 'react';

/**
 * For the inside of a dialog, an element with tabIndex -1: takes the focus when the button that had it is gone after a
 * step, so that the keyboard (Tab, Escape) stays with the dialog.
 */
export function useKeptFocus(step: string) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [step]);
  return place;
}
