import type { Counter } from '../api/types';

/** How a field is shown to people, and the zone its periods are cut in. */
export interface FieldTitles {
  collection: string;
  field: string;
  timezone?: string;
}

/** Titles by collection and field name; the names themselves where no title is known. */
export type TitleLookup = (collection: string, field: string) => FieldTitles;

/** A lookup over the titles that the counter list carries. */
export function buildTitleLookup(counters: readonly Counter[]): TitleLookup {
  const known = new Map(counters.map((counter) => [JSON.stringify([counter.collection, counter.field]), counter]));
  return (collection, field) => {
    const counter = known.get(JSON.stringify([collection, field]));
    return {
      collection: counter?.collectionTitle ?? collection,
      field: counter?.fieldTitle ?? field,
      timezone: counter?.timezone,
    };
  };
}
