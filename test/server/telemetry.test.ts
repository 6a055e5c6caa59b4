import { context, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { DataPoint, Histogram } from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { eventually } from '../eventually';
import { append, event, pluginOf } from '../events/events';
import type { TestApp } from '../harness';
import { createApp, dialect } from '../harness';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

describe(`the platform's OpenTelemetry on ${dialect}`, () => {
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 3_600_000 });
  const spans = new InMemorySpanExporter();
  let test: TestApp;
  let broken: string | undefined;
  const traces: Array<string | undefined> = [];

  const points = async (name: string): Promise<DataPoint<number | Histogram>[]> => {
    await reader.forceFlush();
    const found =
      metrics
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
    return (found.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? []) as DataPoint<number>[];
  };
  const of = async (name: string, attributes: object): Promise<unknown> =>
    (await points(name)).find((point) => JSON.stringify(point.attributes) === JSON.stringify(attributes))?.value;

  beforeAll(async () => {
    test = await createApp({
      telemetry: {
        enabled: true,
        metric: { readerName: 'memory' },
        trace: { processorName: 'memory' },
      },
      prepare: ({ telemetry }) => {
        telemetry.metric.registerReader('memory', () => reader);
        telemetry.trace.registerProcessor('memory', () => new SimpleSpanProcessor(spans));
      },
    });
    pluginOf(test).postProcessors.register({
      name: 'watched',
      process: async (e) => {
        if (e.id === broken) throw Object.assign(new Error('no'), { name: 'Undeliverable' });
        await Promise.resolve();
        traces.push(trace.getSpanContext(context.active())?.traceId);
      },
    });
  });

  afterAll(() => test.close());

  it('counts what was appended, relayed, processed and failed, and how long effects took', async () => {
    const bad = event('metered');
    broken = bad.id;
    await append(test, [event('metered'), bad, event('metered')]);
    await eventually(async () => {
      expect(await of('outbox.failed', { post_processor: 'watched', outcome: 'dead' })).toBe(1);
      expect(await of('outbox.processed', { post_processor: 'watched' })).toBe(2);
      expect(await of('outbox.relayed', { transport: 'database' })).toBe(3);
    });
    expect(await of('outbox.appended', {})).toBe(3);
    const lag = (await of('outbox.lag', { post_processor: 'watched' })) as Histogram;
    expect(lag.count).toBe(2);
    expect(lag.max).toBeLessThan(60_000);
    await expect(
      test.app.db.sequelize.transaction(async (transaction) => {
        await pluginOf(test).outbox.append([event('undone')], transaction);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await of('outbox.appended', {})).toBe(3);
  });

  it('carries the trace of the request to the effect', async () => {
    traces.length = 0;
    const told = { ...event('traced'), traceparent: `00-${TRACE}-${PARENT}-01` };
    await append(test, [told, event('traced')]);
    await eventually(() => expect(traces).toEqual([TRACE, undefined]));
    await eventually(() => {
      const mine = spans.getFinishedSpans().filter((span) => span.attributes['messaging.message.id'] === told.id);
      expect(mine.map(({ name }) => name).sort()).toEqual(['Update_Thing event-log', 'Update_Thing watched']);
      expect(mine.map((span) => span.parentSpanContext?.spanId)).toEqual([PARENT, PARENT]);
    });
  });
});
