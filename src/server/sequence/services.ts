import type { Database } from '@nocobase/database';
import type { SidePool } from '../foundation/side-pool';
import { Snapshots } from '../foundation/snapshots';
import { Admission } from './admission/admission';
import { WaitingSaves } from './admission/waiting-saves';
import { Backfill } from './integrity/backfill';
import { BackfillPreview } from './integrity/backfill-preview';
import { ChangeLog } from './history/change-log';
import { FieldChanges } from './changes/field-changes';
import { Counters } from './counters/counters';
import { DataMaximum } from './repair/data-maximum';
import { DuplicateValues } from './integrity/duplicates';
import { FieldLifecycle } from './field/field-lifecycle';
import { FieldRemoval } from './field/field-removal';
import { FieldRules } from './field/field-rule';
import { Guard } from './field/guard';
import { HandBack } from './field/hand-back';
import { Health } from './integrity/health';
import { InheritedCounters } from './counters/inherited-counters';
import { Integrity } from './integrity/integrity';
import { KeyKeeper } from './field/key-keeper';
import { LockOrder } from './counters/lock-order';
import { Numbering } from './numbering/numbering';
import { Openings } from './counters/opening';
import { PathValues } from './numbering/path-values';
import { Drafts } from './preview/draft';
import { Hint } from './preview/hint';
import { Preview } from './preview/preview';
import { Standing } from './preview/standing';
import { Probe } from './numbering/probe';
import { Repair } from './repair/repair';
import { RepairLog } from './repair/repair-log';
import { RuleChange } from './field/rule-change';
import { RuleHistory } from './history/rule-history';
import { SaveTurn } from './field/save-turn';
import { SegmentRegistry } from './pattern/segments/registry';
import { SetNext } from './counters/set-next';

/** Everything that numbers records, put together for one app. */
export function sequenceServices(db: Database, side: SidePool) {
  const segments = new SegmentRegistry();
  const rules = new FieldRules(db, segments);
  const waiting = new WaitingSaves();
  const snapshots = new Snapshots(db, side);
  const counters = new Counters(db, side, snapshots, waiting);
  const data = new DataMaximum(db, snapshots);
  const openings = new Openings(db, counters, data);
  const paths = new PathValues(db);
  const numbering = new Numbering({ rules, counters, openings, paths, probe: new Probe(db) });
  const tools = { db, rules, counters, data, openings };
  const repair = new Repair(tools);
  const changeLog = new ChangeLog(db);
  const backfill = new Backfill(db, rules, numbering);
  const duplicates = new DuplicateValues(db);
  const integrity = new Integrity(db, rules, counters, duplicates);
  const changes = new FieldChanges(counters, duplicates);
  const keys = new KeyKeeper(counters);
  const turn = new SaveTurn(db);
  const standing = new Standing(db, counters, openings, data);
  return {
    segments,
    rules,
    counters,
    admission: new Admission(db, rules, waiting),
    openings,
    numbering,
    guard: new Guard(rules, numbering),
    lockOrder: new LockOrder(db, rules, counters),
    lifecycle: new FieldLifecycle({
      db,
      segments,
      rules,
      counters,
      keys,
      changes,
      ruleChange: new RuleChange(db, counters, data),
      turn,
    }),
    removal: new FieldRemoval(counters, turn),
    handBack: new HandBack(db, rules, counters),
    repair,
    inherited: new InheritedCounters(db, counters, repair),
    repairLog: new RepairLog(db),
    integrity,
    health: new Health(db, rules, integrity),
    setNext: new SetNext(tools, changeLog),
    backfill,
    backfillPreview: new BackfillPreview(backfill, { paths, openings, standing }),
    changeLog,
    ruleHistory: new RuleHistory(segments, changeLog),
    preview: new Preview({ db, drafts: new Drafts(db, rules, keys), standing, changes, duplicates }),
    duplicates,
    hint: new Hint({ db, rules, paths, standing }),
  };
}

export type SequenceServices = ReturnType<typeof sequenceServices>;
