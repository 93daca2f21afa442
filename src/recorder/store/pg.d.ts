/** The used part of the package `pg`, which has no types of its own. */
declare module 'pg' {
  interface PgResult {
    /** First word of the executed command. */
    readonly command: string
    readonly rows: readonly Readonly<Record<string, unknown>>[]
  }
  interface PgSettings {
    readonly connectionString: string
    readonly max?: number
    readonly connectionTimeoutMillis?: number
    readonly query_timeout?: number
    readonly keepAlive?: boolean
    readonly application_name?: string
    readonly types?: { getTypeParser(oid: number, format?: string): (text: string) => unknown }
  }
  class Client {
    constructor(settings: PgSettings)
    connect(): Promise<void>
    query(text: string, values?: readonly unknown[]): Promise<PgResult>
    on(event: 'error' | 'end', listener: (error?: Error) => void): this
    end(): Promise<void>
  }
  interface PoolClient {
    query(text: string, values?: readonly unknown[]): Promise<PgResult>
    on(event: 'error', listener: () => void): this
    off(event: 'error', listener: () => void): this
    /** With an error the connection is closed. */
    release(error?: boolean): void
  }
  class Pool {
    constructor(settings: PgSettings)
    connect(): Promise<PoolClient>
    on(event: 'error', listener: (error: Error) => void): this
    end(): Promise<void>
  }
  const types: { getTypeParser(oid: number, format?: string): (text: string) => unknown }
}
