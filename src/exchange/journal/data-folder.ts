import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { FailedDisk } from '../sandbox/host/stored-exchange.ts'

export function defaultDataFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const absolute = (path: string | undefined): string | undefined =>
    path !== undefined && isAbsolute(path) ? path : undefined
  if (platform === 'win32') return join(absolute(env['LOCALAPPDATA']) ?? join(home, 'AppData', 'Local'), 'legwork')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'legwork')
  return join(absolute(env['XDG_STATE_HOME']) ?? join(home, '.local', 'state'), 'legwork')
}

export function makeDataFolder(folder: string): string | undefined {
  try {
    makeWithParents(folder)
    return undefined
  } catch (error) {
    return `The folder ${folder} cannot be made (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}): set SANDBOX_DATA to one that can, or to "memory".`
  }
}

function makeWithParents(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) return
  if (found !== undefined) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
  const parent = dirname(folder)
  if (parent !== folder) makeWithParents(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const isMade = (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(folder).isDirectory()
    if (!isMade) throw error
  }
}

const whys: readonly (readonly [RegExp, string])[] = [
  [/ENOSPC|EDQUOT|full/, 'its disk is full'],
  [/EFBIG/, 'a file has reached the size that the system allows'],
  [/EROFS|EACCES|EPERM|read-?only/i, 'nothing can be written there'],
  [/EIO|disk I\/O|could not open/i, 'its disk fails to read or write'],
]

export function folderWhy(folder: string, error: unknown): { readonly why: string; readonly code: string } | undefined {
  if (!(error instanceof Error)) return undefined
  const { code: own, message, name } = error as NodeJS.ErrnoException
  if (typeof own !== 'string' && name !== 'SQLite3Error' && !(error instanceof FailedDisk)) return undefined
  const code = own ?? refusalOf(folder)
  const why = whys.find(([pattern]) => pattern.test(`${code ?? ''} ${message}`))?.[1] ?? 'the system refuses it'
  return { why, code: code ?? message }
}

export function folderProblem(folder: string, error: unknown): string | undefined {
  const found = folderWhy(folder, error)
  if (found === undefined) return undefined
  const remedy = 'set SANDBOX_DATA to another folder, or store nothing with SANDBOX_DATA=memory'
  return `The folder ${folder} cannot be used: ${found.why} (${found.code}). Put that right, or ${remedy}.`
}

/** SQLite says only that the disk refused; a small test file shows why. Undefined if the file can be written. */
function refusalOf(folder: string): string | undefined {
  const path = join(folder, `probe.${randomUUID()}`)
  try {
    writeFileSync(path, Buffer.alloc(65_536))
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  } finally {
    try {
      rmSync(path, { force: true })
    } catch {
      // A failing disk refuses the clean-up too.
    }
  }
}

/**
 * One process at a time owns a folder. The owner listens on a loopback port and answers with a secret word; the lock
 * file names both. A process that finds the file connects: the word proves a live owner, a refused connection a killed
 * one. Process ids are not used, since they are reused.
 */
export interface FolderLock {
  release(): void
}

interface Owner {
  readonly pid: number
  readonly port: number
  readonly word: string
}

const lockFile = 'lock'
/**
 * If two processes take over at the same time, both write their word. After this delay the one with its word in the
 * file owns the folder.
 */
const settleMs = 30
const answerMs = 2_000

export async function lockFolder(
  folder: string,
): Promise<{ readonly ok: true; readonly lock: FolderLock } | { readonly ok: false; readonly pid: number }> {
  const path = join(folder, lockFile)
  const found = readOwner(path)
  if (found !== undefined && (await isAlive(found))) return { ok: false, pid: found.pid }
  const word = randomUUID()
  const server = createServer(socket => socket.on('error', () => socket.destroy()).end(word))
  const port = await listen(server)
  const own = `${path}.${word}`
  try {
    writeFileSync(own, JSON.stringify({ pid: process.pid, port, word } satisfies Owner), { mode: 0o600 })
    renameSync(own, path)
  } catch (error) {
    server.close()
    rmSync(own, { force: true })
    throw error
  }
  await wait(settleMs)
  const holder = readOwner(path)
  if (holder?.word !== word) {
    server.close()
    return { ok: false, pid: holder?.pid ?? 0 }
  }
  return {
    ok: true,
    lock: {
      release() {
        if (readOwner(path)?.word === word) rmSync(path, { force: true })
        server.close()
      },
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      server.unref()
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function readOwner(path: string): Owner | undefined {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as Partial<Owner>
    const { pid, port, word } = read
    return typeof pid === 'number' && typeof port === 'number' && typeof word === 'string'
      ? { pid, port, word }
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function isAlive({ pid, port, word }: Owner): Promise<boolean> {
  return new Promise(resolve => {
    let said = ''
    const socket = connect(port, '127.0.0.1')
    const end = (alive: boolean): void => {
      socket.destroy()
      resolve(alive)
    }
    // A busy owner accepts the connection but answers late; then the process itself is checked.
    socket.setTimeout(answerMs, () => end(isRunning(pid)))
    socket.on('data', chunk => {
      said += chunk.toString('latin1')
      if (said.length >= word.length) end(said === word)
    })
    socket.on('end', () => end(said === word))
    socket.on('error', () => end(false))
  })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
