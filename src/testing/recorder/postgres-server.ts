import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

export interface PostgresServer {
  readonly url: string
  /** Kills the process like a power cut, then restarts it on its data. */
  crash(): Promise<void>
  stop(): Promise<void>
}

export function postgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(version => join(debian, version, 'bin')) : []
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...versions]
  return folders.find(
    folder => folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

/** PostgreSQL refuses to run as root, so this picks an ordinary user. */
function ordinaryUser(): { readonly uid?: number; readonly gid?: number } {
  if (userInfo().uid !== 0) return {}
  const idOf = (flag: string, name: string): number =>
    Number.parseInt(execFileSync('id', [flag, name], { encoding: 'utf8' }), 10)
  const name = ['postgres', 'nobody'].find(each => {
    try {
      return idOf('-u', each) > 0
    } catch {
      return false
    }
  })
  return name === undefined ? {} : { uid: idOf('-u', name), gid: idOf('-g', name) }
}

/** For tests: small and not crash-safe. */
const testSettings = { fsync: 'off', shared_buffers: '32MB', max_connections: '60' }

export async function startPostgres(
  programs: string,
  given: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lw-pg-'))
  const user = ordinaryUser()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'legwork', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    {
      ...user,
      stdio: 'ignore',
      cwd: folder,
    },
  )
  const own = { listen_addresses: '', unix_socket_directories: folder }
  const settings = Object.entries({ ...testSettings, ...given, ...own }).map(([name, value]) => `${name}=${value}`)
  const socket = join(folder, '.s.PGSQL.5432')
  const begin = async (): Promise<ChildProcess> => {
    rmSync(socket, { force: true })
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap(each => ['-c', each])], {
      ...user,
      stdio: 'ignore',
      cwd: folder,
    })
    for (let tries = 0; !existsSync(socket); tries += 1) {
      if (tries > 300 || child.exitCode !== null) throw new Error('PostgreSQL did not start.')
      await wait(50)
    }
    await untilItAnswers(url)
    return child
  }
  const url = `postgres://legwork@localhost/postgres?host=${encodeURIComponent(folder)}`
  let server = await begin()
  return {
    url,
    async crash() {
      const gone = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGKILL')
      await gone
      // Its connection processes exit once they notice that their parent is gone.
      await wait(1_000)
      rmSync(join(data, 'postmaster.pid'), { force: true })
      server = await begin()
    },
    async stop() {
      await ended(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return
    } catch (error) {
      if (tries > 600) throw error
      await wait(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = new Promise(resolve => server.once('exit', resolve))
  server.kill('SIGINT')
  await Promise.race([gone, wait(5_000)])
  server.kill('SIGKILL')
}
