/**
 * Advisory locks of one process, all of one connection of their own: they end with the process, or within about ten seconds with its machine. However many
 * accounts a recorder follows, the database has one connection more.
 */
import { Client } from 'pg'
import type { Database, SqlLock } from './sql.ts'

/** Of the first half of a lock's number, so that nobody else's locks in the same database are meant. */
const lockSpace = 715

interface Session {
  readonly client: Client
  readonly names: Set<string>
  isLost: boolean
  /** Its statements, one after the other. */
  turn: Promise<unknown>
}

export interface Locks extends Pick<Database, 'lock'> {
  close(): Promise<void>
}

export function createLocks(settings: ConstructorParameters<typeof Client>[0]): Locks {
  let current: Promise<Session> | undefined
  const session = async (): Promise<Session> => {
    const before = current
    const known = await before?.catch(() => undefined)
    // Of many who find it lost at once, the first opens the next.
    if (known?.isLost !== false && current === before) current = openSession(settings)
    current ??= openSession(settings)
    return await current
  }
  const take = async (name: string): Promise<SqlLock | undefined> => {
    const held = await session()
    if (held.names.has(name)) return undefined
    held.names.add(name)
    const isLocked = await ask(held, 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS is_locked', name).catch((error: unknown) => {
      held.isLost = true
      void held.client.end().catch(() => undefined)
      throw error
    })
    if (isLocked) return lockOf(held, name)
    held.names.delete(name)
    return undefined
  }
  return {
    // A connection that broke while nobody used it is noticed at the first use: once more then, over a new one.
    lock: name => take(name).catch(() => take(name)),
    async close() {
      const closing = current
      current = undefined
      await closing?.then(({ client }) => client.end()).catch(() => undefined)
    },
  }
}

async function openSession(settings: ConstructorParameters<typeof Client>[0]): Promise<Session> {
  const client = new Client(settings)
  const session: Session = { client, names: new Set(), isLost: false, turn: Promise.resolve() }
  const lost = (): void => {
    session.isLost = true
  }
  client.on('error', lost)
  client.on('end', lost)
  await client.connect()
  // A machine that vanished is noticed by the database, which frees the locks: within 5 + 2 × 3 s.
  await client.query('SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 2')
  return session
}

async function ask(session: Session, statement: string, name: string): Promise<boolean> {
  const asking = session.turn.then(() => session.client.query(statement, [lockSpace, name]))
  session.turn = asking.catch(() => undefined)
  const { rows } = await asking
  return rows[0]?.['is_locked'] === true
}

const lockOf = (session: Session, name: string): SqlLock => ({
  isHeld: () => !session.isLost && session.names.has(name),
  async release() {
    if (session.isLost || !session.names.delete(name)) return
    await ask(session, 'SELECT pg_advisory_unlock($1, hashtext($2)) AS is_unlocked', name).catch(() => undefined)
  },
})
