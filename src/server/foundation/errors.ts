import { t } from './text-key';
/** What a PluginError may say about itself; every value is safe to show to the person who made the request. */
export interface PluginErrorOptions {
  /** HTTP status of the answer. */
  status: number;
  /** Stable name for programs, e.g. `SEQUENCE_PATTERN_INVALID`. */
  code: string;
  /** True when the same call may succeed a moment later. */
  retryable?: boolean;
  /** Values for the placeholders of the (translatable) message. */
  params?: Record<string, string | number>;
  /** The single faults, each with the path of the option it is about. */
  faults?: Fault[];
  cause?: unknown;
}

/** One thing that is wrong: an English message (also its i18n key), its placeholders, and the path it is about. */
export interface Fault {
  message: string;
  path: string;
  /** Stable name for programs, where it says more than that of the whole error. */
  code?: string;
  params?: Record<string, string | number>;
}

/** Fills `{{name}}` placeholders; the English text of a message is its i18n key. */
export function fill(message: string, params: Record<string, string | number> = {}): string {
  return message.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}

/**
 * Base of every error this plugin throws on purpose. `template` is the English text with placeholders and serves as the
 * i18n key; `message` is the filled English text for logs and for callers in code.
 */
export class PluginError extends Error {
  readonly status: number;
  readonly statusCode: number;
  readonly code: string;
  readonly retryable: boolean;
  readonly params: Record<string, string | number>;
  readonly faults: Fault[];
  /** Seen by the platform's error handler: a refusal is no incident, so it is logged as a warning. */
  readonly logLevel = 'warn';

  constructor(
    readonly template: string,
    options: PluginErrorOptions,
  ) {
    super(fill(template, options.params), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.status = options.status;
    this.statusCode = options.status;
    this.code = options.code;
    this.retryable = options.retryable ?? false;
    this.params = options.params ?? {};
    this.faults = options.faults ?? [];
  }
}

/** 400: what was sent cannot work; `faults` name the paths. */
export class InvalidInput extends PluginError {
  constructor(faults: Fault[], code = 'SEQUENCE_INPUT_INVALID') {
    const first = faults[0];
    super(first ? first.message : t('Invalid input'), { status: 400, code, params: first?.params, faults });
  }
}

/** 403: the roles of who asks do not allow it. */
export class Forbidden extends PluginError {
  constructor() {
    super(t('You may not do this.'), { status: 403, code: 'SEQUENCE_FORBIDDEN' });
  }
}

/** 404: the collection, field or counter named by the caller does not exist. */
export class NotFound extends PluginError {
  constructor(message: string, params: Record<string, string | number>) {
    super(message, { status: 404, code: 'SEQUENCE_NOT_FOUND', params });
  }
}

/** 409: what was asked contradicts what is stored. */
export class Conflict extends PluginError {
  constructor(message: string, options: Omit<PluginErrorOptions, 'status'>) {
    super(message, { ...options, status: 409 });
  }
}

/** 503: a lock was waited for too long, or a deadlock was not solved by trying again. Nothing was saved. */
export class Busy extends PluginError {
  constructor(cause?: unknown) {
    super(t('The number is in use by another save. Please try again in a moment.'), {
      status: 503,
      code: 'SEQUENCE_BUSY',
      retryable: true,
      cause,
    });
  }
}
