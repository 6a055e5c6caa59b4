import { randomUUID } from 'node:crypto';
import type { Envelope } from '../../src/server/outbox/envelope';
import type { Lease } from '../../src/server/relay/leases';
import type { Transport } from '../../src/server/transport/transport';
import { eventually } from '../eventually';

/** One transport, on a broker (or whatever it needs) of its own. */
export interface TransportStage {
  /** A process's own instance; all of one stage share what is durable. */
  open(): Promise<Transport>;
  /** A lease on a partition, as the relay has one when it sends. */
  lease(partition: number): Promise<Lease>;
  /** Makes the broker unreachable and reachable again; absent where there is none. */
  broker?: { down(): Promise<void>; up(): Promise<void> };
  /** Puts something on the wire that no relay sent; absent where nobody can. */
  poison?(body: string): Promise<void>;
  /** Bytes of the largest envelope that is sent whole. */
  largest: number;
  close(): Promise<void>;
}

/** A consumer that keeps what it got, and does what a test tells it first. */
class Receiver {
  readonly events: Envelope[] = [];
  before: (event: Envelope) => Promise<void> = async () => undefined;

  readonly deliver = async (_: Lease, events: Envelope[]): Promise<void> => {
    for (const event of events) {
      await this.before(event);
      this.events.push(event);
    }
  };

  ids(subject?: string): string[] {
    return this.events.filter((event) => !subject || event.subject === subject).map(({ id }) => id);
  }
}

let place = 0;

function envelope(subject: string, text = ''): Envelope {
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: 'nocobase/conformance/1',
    type: 'Update_Thing',
    subject,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    dataversion: '1',
    sequence: String(++place).padStart(20, '0'),
    entitytypeid: 900,
    eventtypeid: 1,
    actiontypeid: 2,
    data: {
      recordId: subject,
      before: null,
      after: { text },
      changed: {},
      actorId: null,
      actor: null,
      requestId: null,
      atomic: true,
    },
  };
}

/**
 * What every transport keeps, and what it promises in `features`. A transport is added with one call of this.
 * @param make a stage for the whole suite
 */
export function describeTransport(name: string, make: () => Promise<TransportStage>): void {
  describe(`the transport ${name}`, () => {
    let stage: TransportStage;
    let transport: Transport;
    let receiver: Receiver;

    const start = async (): Promise<void> => {
      transport = await stage.open();
      await transport.start(receiver.deliver);
    };
    const arrived = (events: Envelope[]): Promise<void> =>
      eventually(() => expect(receiver.ids()).toEqual(expect.arrayContaining(events.map(({ id }) => id))), 20_000);
    const sendAll = async (events: Envelope[], partition = 1): Promise<void> => {
      const lease = await stage.lease(partition);
      for (let sent = 0; sent < events.length;) sent += await transport.send(events.slice(sent), lease);
    };

    beforeAll(async () => {
      stage = await make();
    });
    beforeEach(async () => {
      receiver = new Receiver();
      await start();
    });
    afterEach(() => transport.stop());
    afterAll(() => stage.close());

    it('has the name that settings call it by, and says what it keeps', () => {
      expect(transport.name).toBe(name);
      expect(transport.features).toEqual({ durable: expect.any(Boolean), ordered: expect.any(Boolean) });
    });

    it('answers how many events are with it; all of them arrive, whole', async () => {
      const events = Array.from({ length: 50 }, (_, i) => envelope(`900:${i % 5}`));
      await sendAll(events);
      await arrived(events);
      for (const event of events) expect(receiver.events.find(({ id }) => id === event.id)).toEqual(event);
    });

    it('sends nothing for an empty batch', async () => {
      expect(await transport.send([], await stage.lease(1))).toBe(0);
    });

    it.each([
      ['umlauts, signs of all planes', 'ä ß 漢字 😀 \u{10ffff}'],
      ['what JSON and SQL quote', `"'\\ \n\r\t $1 ? :name -- /* */ {{x}}`],
      ['escaped NUL and half a pair', '\\u0000 \\ud83d'],
      ['only spaces', '   '],
    ])('carries %s', async (_, text) => {
      const event = envelope('900:text', text);
      await sendAll([event]);
      await arrived([event]);
      expect(receiver.events.find(({ id }) => id === event.id)).toEqual(event);
    });

    it('carries the largest message that is sent whole', async () => {
      const event = envelope('900:large');
      const rest = stage.largest - Buffer.byteLength(JSON.stringify(event), 'utf8');
      (event.data as { after: object }).after = { text: 'é'.repeat(Math.floor(rest / 2)) };
      await sendAll([event]);
      await arrived([event]);
      expect(receiver.events.find(({ id }) => id === event.id)).toEqual(event);
    });

    it('brings an event again when the consumer could not store it, and the others too', async () => {
      const [bad, ...rest] = [envelope('900:again'), envelope('900:again'), envelope('900:other')];
      let failures = 0;
      receiver.before = async (event) => {
        if (event.id === bad.id && ++failures <= 2) throw new Error('the database is away');
      };
      const events = [bad, ...rest];
      // A transport without a broker tells the relay, which sends again later; one with a broker brings it again itself.
      await eventually(async () => {
        await sendAll(events.filter(({ id }) => !receiver.ids().includes(id)));
        await arrived(events);
      }, 30_000);
      expect(failures).toBeGreaterThan(1);
    });

    it('keeps the events of a record in order where it says so', async () => {
      if (!transport.features.ordered) return;
      const events = Array.from({ length: 200 }, (_, i) => envelope(`900:order-${i % 4}`));
      for (let from = 0; from < events.length; from += 20) await sendAll(events.slice(from, from + 20));
      await arrived(events);
      for (const subject of new Set(events.map((event) => event.subject))) {
        const firsts = [...new Set(receiver.ids(subject))];
        expect(firsts).toEqual(events.filter((event) => event.subject === subject).map(({ id }) => id));
      }
    });

    it('stops under load: what it said is with it arrives after the next start, where it is durable', async () => {
      const events = Array.from({ length: 100 }, (_, i) => envelope(`900:stop-${i % 10}`));
      receiver.before = () => new Promise((resolve) => setTimeout(resolve, 2));
      const lease = await stage.lease(1);
      let sent = 0;
      const sending = (async () => {
        while (sent < events.length) sent += await transport.send(events.slice(sent, sent + 10), lease);
      })().catch(() => undefined);
      await eventually(() => expect(receiver.events.length).toBeGreaterThan(15));
      await transport.stop();
      await sending;
      const afterStop = receiver.events.length;
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(receiver.events).toHaveLength(afterStop);
      await expect(transport.send([envelope('900:closed')], lease)).rejects.toThrow();
      await start();
      if (transport.features.durable) await arrived(events.slice(0, sent));
    });

    it('refuses events while the broker is down, loses none that it took, and goes on when it is back', async () => {
      if (!stage.broker) return;
      const before = envelope('900:down');
      await sendAll([before]);
      await stage.broker.down();
      const during = envelope('900:down');
      await expect(transport.send([during], await stage.lease(1))).rejects.toThrow();
      await stage.broker.up();
      await eventually(() => sendAll([during]), 30_000);
      await arrived([before, during]);
    });

    it('is not stopped by messages that no relay sent', async () => {
      if (!stage.poison) return;
      for (const body of ['', 'not json', '{"specversion":"0.3"}', '[]', 'null']) await stage.poison(body);
      const event = envelope('900:poison');
      await sendAll([event]);
      await arrived([event]);
    });
  });
}
