import type { Model } from '@nocobase/database';
import { Plugin } from '@nocobase/server';
import { eventResources } from './actions/event-resources';
import { eventLogActions } from './actions/entity-event-log';
import { operationActions } from './actions/outbox-operations';
import { closeOwnTables } from './actions/own-tables';
import { repairActions } from './actions/sequence-repairs';
import { NAMESPACE, say } from './foundation/say';
import { changeActions } from './actions/sequence-changes';
import type { Runs } from './actions/sequences';
import { sequenceActions } from './actions/sequences';
import type { BusinessEvents } from './capture/business-events';
import { withinRequest } from './capture/write-context';
import { followCollections } from './entity-types/follow-collections';
import { fill } from './foundation/errors';
import { SidePool } from './foundation/side-pool';
import { beginWriting } from './foundation/write-transaction';
import { answerErrors } from './sequence/numbering/error-response';
import { COUNTER_INDEX, ensureCounterIndex, mergeDuplicateCounters } from './sequence/counters/counter-index';
import { numberOnCreation } from './sequence/numbering/creation';
import { sequenceFieldClass } from './sequence/field/field';
import { BackfillRuns } from './sequence/integrity/backfill-task';
import { runAlerts } from './alerts/lifecycle';
import { alertServices } from './alerts/services';
import type { AlertServices } from './alerts/services';
import type { Outbox } from './outbox/outbox';
import type { BlobStores } from './blob/blob-store';
import type { PostProcessors } from './consumer/post-processors';
import { runRelay } from './relay/lifecycle';
import type { Transports } from './transport/transport';
import { PlatformTasks } from './sequence/repair/platform-tasks';
import { RepairRuns } from './sequence/repair/repair-task';
import { retryDeadlocks } from './sequence/numbering/retry';
import type { EventsServices } from './events-services';
import { eventsServices } from './events-services';
import type { SegmentRegistry } from './sequence/pattern/segments/registry';
import type { SequenceServices } from './sequence/services';
import { sequenceServices } from './sequence/services';
import { warnOfOtherNodes } from './sequence/field/other-nodes';
import { eventMeters } from './telemetry/meters';
import { detachBuiltIn } from './sequence/field/take-over';

/** Numbers that never repeat and never leave a hole. Wiring only, in the order in which a number comes to be. */
export class SequenceOutboxPlugin extends Plugin {
  private side!: SidePool;
  private sequence!: SequenceServices;
  private runs!: Runs;
  private tellers!: EventsServices;
  private alerting!: AlertServices;

  /** Other plugins add kinds of segment here, in their `load()`. */
  get segments(): SegmentRegistry {
    return this.sequence.segments;
  }

  /** Where events wait to be relayed. */
  get outbox(): Outbox {
    return this.tellers.outbox;
  }

  /** Other plugins add what follows from events here, in their `load()`. */
  get postProcessors(): PostProcessors {
    return this.tellers.postProcessors;
  }

  /** Other ways for events to travel. */
  get transports(): Transports {
    return this.tellers.transports;
  }

  /** Other places for what is too large for a message. */
  get blobStores(): BlobStores {
    return this.tellers.blobs;
  }

  /** Business events that other plugins tell. */
  get events(): BusinessEvents {
    return this.tellers.capture.events;
  }

  /** Another node changed what is told. */
  override async handleSyncMessage(): Promise<void> {
    await this.tellers.capture.types.refresh();
  }

  /** Removes events past their retention, unless it was done within the hour; answers how many rows went, else null. */
  async pruneEvents(): Promise<number | null> {
    return this.tellers.prune.run(() => true);
  }

  /** Tells who wants to know what is wrong with the outbox; answers the conditions told, null when another process is at it. */
  async checkAlerts(): Promise<string[] | null> {
    return this.alerting.alerts.check();
  }

  override async beforeLoad(): Promise<void> {
    detachBuiltIn(this.app);
    beginWriting(this.db);
    this.side = new SidePool(this.db);
    this.sequence = sequenceServices(this.db, this.side);
    const { repair, repairLog, backfill, changeLog } = this.sequence;
    const tasks = new PlatformTasks(this.app);
    this.runs = {
      repair: new RepairRuns(tasks, repair, repairLog),
      backfill: new BackfillRuns(tasks, backfill, changeLog),
    };
    const failed = (error: unknown): void => void this.log.error(error as Error);
    const warn = (message: string, error: unknown): void => void this.log.warn(message, { error });
    const changed = (): Promise<void> => this.sendSyncMessage({ type: 'entityTypes' });
    const meters = eventMeters(this.app.telemetry.metric.getMeter(NAMESPACE));
    const host = { db: this.db, side: this.side, app: this.app.name, meters };
    this.tellers = eventsServices({ ...host, failed, warn, changed });
    this.alerting = alertServices({ app: this.app, db: this.db, warn, ...this.tellers });
  }

  override async load(): Promise<void> {
    this.loadField();
    this.loadEvents();
    this.loadLifecycle();
    this.loadActions();
    this.runs.repair.registerTask();
    this.runs.backfill.registerTask();
  }

  /** Before the index exists: two rows of one counter would stand in its way. */
  override async beforeEnable(): Promise<void> {
    await this.mergeDuplicateCounters();
    await warnOfOtherNodes(this.db, (message) => this.log.warn(message));
  }

  /** For the migration of the same name too. */
  async mergeDuplicateCounters(): Promise<void> {
    await mergeDuplicateCounters(this.db);
  }

  override async beforeDisable(): Promise<void> {
    const force = process.env.SEQUENCE_FORCE_DISABLE === '1';
    await this.sequence.handBack.check(force);
    await this.sequence.handBack.prepare(force);
    await this.sequence.inherited.takeApart();
  }

  private loadField(): void {
    const { numbering, guard, lockOrder } = this.sequence;
    this.db.registerFieldTypes({ sequence: sequenceFieldClass(guard) });
    numberOnCreation(this.db, numbering, lockOrder);
    this.db.getCollection('sequences').addIndex(COUNTER_INDEX);
  }

  private loadLifecycle(): void {
    const { lifecycle, removal, ruleHistory, repairLog, changeLog } = this.sequence;
    this.db.on('fields.beforeSave', lifecycle.beforeSave.bind(lifecycle));
    this.db.on('fields.afterSave', lifecycle.afterSave.bind(lifecycle));
    this.db.on('fields.afterCreate', ruleHistory.afterCreate.bind(ruleHistory));
    this.db.on('fields.afterUpdate', ruleHistory.afterUpdate.bind(ruleHistory));
    this.db.on('fields.afterDestroy', removal.afterDestroy.bind(removal));
    // Ahead of the platform, which takes the column or the table away here.
    this.db.prependListener('fields.beforeDestroy', removal.beforeDestroy.bind(removal));
    this.db.prependListener('collections.beforeDestroy', removal.beforeDestroyCollection.bind(removal));
    this.db.on('collections.afterDestroy', removal.afterDestroyCollection.bind(removal));
    this.app.on('beforeStart', async () => {
      if (await ensureCounterIndex(this.db))
        this.log.warn('the unique index of the counters was missing and has been made again');
    });
    this.app.on('beforeStart', () => lifecycle.normaliseStored());
    this.app.on('beforeStart', () => this.sequence.inherited.bringTogether());
    this.app.on('afterStart', async () => {
      await repairLog.closeInterrupted();
      await changeLog.closeInterrupted();
    });
    this.app.on('repair', () => this.repairFromCommand());
    const close = (): Promise<void> => this.side.close();
    this.app.on('afterStop', close);
    this.app.on('beforeReload', close);
  }

  private loadEvents(): void {
    const { source, outbox, capture } = this.tellers;
    this.app.on('beforeStart', async () => {
      await source.open();
      await capture.types.open();
    });
    followCollections(this.db, capture.typeSettings);
    capture.listen();
    runRelay(this.app, this.tellers, outbox);
    runAlerts(this.app, this.alerting.alerts);
  }

  private loadActions(): void {
    const { app } = this;
    const actions = sequenceActions(this.db, this.sequence, this.runs);
    app.resourceManager.define({ name: 'sequences', only: Object.keys(actions), actions: actions });
    const histories = {
      entityEventLog: eventLogActions(app.resourceManager),
      sequenceRepairs: repairActions(app.resourceManager, this.sequence.repairLog),
      sequenceChanges: changeActions(app.resourceManager, this.sequence.changeLog),
      outboxOperations: operationActions(app.resourceManager),
    };
    for (const [name, history] of Object.entries(histories))
      app.resourceManager.define({ name, only: ['list', 'get'], actions: history });
    const served = eventResources(app, this.tellers, this.alerting);
    for (const [name, defined] of Object.entries(served))
      app.resourceManager.define({
        name,
        only: [...defined.platform, ...Object.keys(defined.own)],
        actions: defined.own,
      });
    closeOwnTables(app);
    app.acl.allow('sequences', 'hint', 'loggedIn');
    app.acl.registerSnippet({
      name: `pm.${NAMESPACE}`,
      actions: [
        ...Object.keys(actions).map((name) => `sequences:${name}`),
        ...Object.entries(served).flatMap(([name, { platform, own }]) =>
          [...platform, ...Object.keys(own)].map((action) => `${name}:${action}`),
        ),
        ...Object.keys(histories).flatMap((name) => [`${name}:list`, `${name}:get`]),
      ],
    });
    const errors = app.pm.get('error-handler') as unknown as
      { errorHandler?: Parameters<typeof answerErrors>[0] } | undefined;
    if (errors?.errorHandler) answerErrors(errors.errorHandler, this.db, say);
    retryDeadlocks(app);
    const { admission } = this.sequence;
    this.db.on('afterCreate', (record: Model) => admission.written(record));
    app.resourceManager.use(withinRequest as never, { tag: 'sequence-outbox-request', before: 'auth' });
    app.resourceManager.use(admission.middleware() as never, { tag: 'sequence-admission', before: 'auth' });
  }

  private async repairFromCommand(): Promise<void> {
    const { rows } = await this.runs.repair.inline({}, { origin: 'command' });
    for (const row of rows) {
      const name = [row.collection, row.field, row.scope, row.period].filter(Boolean).join(' ');
      const reason = row.reason ? ` (${fill(row.reason, row.reasonParams)})` : '';
      this.log.info(`repair ${name}: ${row.action} ${row.before ?? '-'} -> ${row.after ?? '-'}${reason}`);
    }
  }
}
