/** A failure that the user can do something about: `message` is one line, `details` (a log's end) follows it. */
export class Failure extends Error {
  constructor(message, details = '') {
    super(message);
    this.details = details;
  }
}

/** What to print for any error: the one line first, then the details if there are any. */
export function describe(error) {
  const text = `${error?.message ?? error}\n${error?.details ?? ''}\n${error?.output ?? ''}`;
  if (error?.code === 'ENOSPC' || /ENOSPC|No space left on device/i.test(text)) {
    return `the disk is full: free some space and start again${error?.path ? ` (${error.path})` : ''}`;
  }
  if (error instanceof Failure) return [error.message, error.details].filter(Boolean).join('\n');
  if (error?.code === 'EACCES' || error?.code === 'EPERM') return `no permission: ${error.message}`;
  return String(error?.message ?? error);
}
