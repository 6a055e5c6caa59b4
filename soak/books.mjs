/** What a trigger of the database books of every committed change, and the comparison with what followed. */

/** @param {string} dialect @param {(name: string) => string} at the name of a table @returns {string[]} SQL */
export function booksOf(dialect, at) {
  return dialect === 'postgres' ? postgresBooks(at) : mysqlBooks();
}

function postgresBooks(at) {
  const book = (op, row) => `INSERT INTO ${at('ledger_books')} (op, rid, n) VALUES ('${op}', ${row}.id, ${row}.n);`;
  return [
    `CREATE TABLE ${at('relay_test_effects')}
     (n bigserial PRIMARY KEY, event_id varchar(40), subject varchar(50), place varchar(20), process int)`,
    `CREATE TABLE ${at('ledger_books')} (seq bigserial PRIMARY KEY, op varchar(10), rid bigint, n bigint)`,
    `CREATE FUNCTION ${at('keep_books')}() RETURNS trigger AS $$ BEGIN
       IF TG_OP = 'INSERT' THEN ${book('create', 'NEW')}
       ELSIF TG_OP = 'DELETE' THEN ${book('delete', 'OLD')}
       ELSIF NEW.n IS DISTINCT FROM OLD.n THEN ${book('update', 'NEW')}
       END IF; RETURN NULL; END $$ LANGUAGE plpgsql`,
    `CREATE TRIGGER keep_books AFTER INSERT OR UPDATE OR DELETE ON ${at('ledger')}
     FOR EACH ROW EXECUTE FUNCTION ${at('keep_books')}()`,
  ];
}

function mysqlBooks() {
  const book = (op, row) => `INSERT INTO ledger_books (op, rid, n) VALUES ('${op}', ${row}.id, ${row}.n)`;
  const serial = 'bigint AUTO_INCREMENT PRIMARY KEY';
  return [
    `CREATE TABLE relay_test_effects
     (n ${serial}, event_id varchar(40), subject varchar(50), place varchar(20), process int)`,
    `CREATE TABLE ledger_books (seq ${serial}, op varchar(10), rid bigint, n bigint)`,
    `CREATE TRIGGER books_create AFTER INSERT ON ledger FOR EACH ROW ${book('create', 'NEW')}`,
    `CREATE TRIGGER books_delete AFTER DELETE ON ledger FOR EACH ROW ${book('delete', 'OLD')}`,
    `CREATE TRIGGER books_update AFTER UPDATE ON ledger FOR EACH ROW
     IF NOT (NEW.n <=> OLD.n) THEN ${book('update', 'NEW')}; END IF`,
  ];
}

/** @param {(sql: string) => Promise<object[]>} query */
export async function compareBooks(query, at, acknowledged) {
  const books = (await query(`SELECT op, rid, n FROM ${at('ledger_books')} ORDER BY seq`)).map(keyOfBook);
  const rows = await query(
    `SELECT o.event_id, o.payload, e.n AS place FROM ${at('outbox_events')} o
     LEFT JOIN ${at('relay_test_effects')} e ON e.event_id = o.event_id ORDER BY e.n`,
  );
  const effects = rows.filter(({ place }) => place !== null).map(({ payload }) => keyOfEvent(JSON.parse(payload)));
  const log = await query(`SELECT event_id FROM ${at('entity_event_log')}`);
  const made = books.filter((key) => key.startsWith('create ')).map((key) => key.split(' ')[2]);
  const ran = (await query(`SELECT n FROM ${at('wf_effects')}`)).map(({ n }) => String(n));
  const [codes] = await query(`SELECT COUNT(*) AS given, COUNT(DISTINCT code) AS different FROM ${at('ledger')}`);
  const idOf = (row) => row.event_id;
  return {
    acknowledged: acknowledged.length,
    committed: books.length,
    acknowledgedButNotCommitted: missing(acknowledged, books),
    changesWithoutEffect: missing(books, effects),
    effectsWithoutChange: missing(effects, books),
    effectsTwice: effects.length - new Set(effects).size,
    recordsOutOfOrder: outOfOrder(books, effects),
    eventsNotInLog: missing(rows.map(idOf), log.map(idOf)),
    numbersRepeated: Number(codes.given) - Number(codes.different),
    platformWorkflow: { creates: made.length, lost: missing(made, ran), twice: ran.length - new Set(ran).size },
  };
}

/** How many of the wanted are not among the found. */
function missing(wanted, found) {
  const there = new Set(found);
  return wanted.filter((key) => !there.has(key)).length;
}

function keyOfBook({ op, rid, n }) {
  return op === 'delete' ? `delete ${rid}` : `${op} ${rid} ${n}`;
}

function keyOfEvent({ actiontypeid, data }) {
  if (actiontypeid === 3) return `delete ${data.recordId}`;
  return `${actiontypeid === 1 ? 'create' : 'update'} ${data.recordId} ${data.after.n}`;
}

/** How many records have their effects in another order than their changes. */
function outOfOrder(books, effects) {
  const found = byRecord(effects);
  return [...byRecord(books)].filter(([id, keys]) => JSON.stringify(keys) !== JSON.stringify(found.get(id))).length;
}

function byRecord(keys) {
  const records = new Map();
  for (const key of keys) {
    const id = key.split(' ')[1];
    records.set(id, [...(records.get(id) ?? []), key]);
  }
  return records;
}
