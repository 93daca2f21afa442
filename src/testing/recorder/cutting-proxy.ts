/** A proxy between a client and PostgreSQL that cuts the connection during a commit, before or after it is applied. */
import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface CuttingProxy {
  readonly url: string
  /** Applies to the next commit. */
  cut(when: 'before the database has it' | 'before its answer'): void
  cuts(): number
  close(): void
}

export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const folder = new URL(url).searchParams.get('host') ?? ''
  const sockets = new Set<Socket>()
  let wanted: 'before the database has it' | 'before its answer' | undefined
  let cuts = 0
  const server = createServer(client => {
    const database = connect(join(folder, '.s.PGSQL.5432'))
    let isMuted = false
    const end = (): void => {
      client.destroy()
      database.destroy()
    }
    for (const each of [client, database]) {
      sockets.add(each)
      each.on('error', end)
      each.on('close', end)
    }
    client.on('data', (bytes: Buffer) => {
      if (wanted === undefined || !bytes.includes('COMMIT')) return void database.write(bytes)
      cuts += 1
      isMuted = wanted === 'before its answer'
      wanted = undefined
      if (isMuted) database.write(bytes)
      else end()
    })
    database.on('data', (bytes: Buffer) => {
      if (isMuted) end()
      else client.write(bytes)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://legwork@127.0.0.1:${port}/postgres`,
    cut(when) {
      wanted = when
    },
    cuts: () => cuts,
    close() {
      server.close()
      for (const each of sockets) each.destroy()
    },
  }
}
