/** Databases with a deliberate fault that the disk tests must detect. */
import type { Database, Sql } from '../../recorder/store/sql.ts'

export type DatabaseFault =
  | 'answers before the disk has it'
  | 'writes each statement by itself'
  | 'writes a row again under another key'
  | 'stays broken'
  | 'counts rows that it does not have'
  | 'goes on without its disk'

/** `other`: a database that is lost with its process. */
export function faultyDatabase(database: Database, fault: DatabaseFault, other: Database): Database {
  let hasFailed = false
  let writes = 0
  const noting = async <Value>(run: () => Promise<Value>): Promise<Value> => {
    try {
      return await run()
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  switch (fault) {
    case 'answers before the disk has it':
      return {
        ...database,
        transaction: run => database.transaction(run).catch(() => ({ rows: [], orders: [] }) as never),
      }
    case 'writes each statement by itself':
      return {
        ...database,
        transaction: run => run({ all: (text, values) => database.transaction(sql => sql.all(text, values)) }),
      }
    case 'writes a row again under another key': {
      const again = (sql: Sql): Sql => ({
        all: (text, values = []) =>
          sql.all(
            text,
            text.includes('INTO row_keys') ? [...values.slice(0, 2), `${String(values[2])} ${(writes += 1)}`] : values,
          ),
      })
      return { ...database, transaction: run => database.transaction(sql => run(again(sql))) }
    }
    case 'stays broken':
      return {
        ...database,
        transaction: run =>
          hasFailed ? Promise.reject(new Error('disk I/O error')) : noting(() => database.transaction(run)),
      }
    case 'counts rows that it does not have':
      return {
        ...database,
        transaction: run =>
          noting(() =>
            database.transaction(async sql => {
              const value = await run(sql)
              if (hasFailed) await sql.all('UPDATE row_counts SET rows = rows + 2')
              hasFailed = false
              return value
            }),
          ),
      }
    case 'goes on without its disk':
      return {
        ...database,
        transaction: run =>
          (hasFailed ? other : database).transaction(run).catch(error => {
            hasFailed = true
            if (String(error).includes('disk')) return other.transaction(run)
            throw error
          }),
      }
    default:
      return fault satisfies never
  }
}
