/**
 * One process at a time in a folder. Its owner listens on a loopback port and answers with a word; the lock file names both. Whoever
 * finds the file asks: the word means that the owner lives, a refused connection that it was killed, whatever process ids say by then.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, type Server, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface FolderLock {
  release(): void
}

interface Owner {
  readonly pid: number
  readonly port: number
  readonly word: string
}

const lockFile = 'lock'
/** Two that take over at once both write; after this long the one whose word stands has it. */
const settleMs = 30
const answerMs = 2_000

/** The lock of a folder, or who has it. */
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

/** undefined: nobody, or one who was killed while writing it. */
function readOwner(path: string): Owner | undefined {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as Partial<Owner>
    const { pid, port, word } = read
    return typeof pid === 'number' && typeof port === 'number' && typeof word === 'string' ? { pid, port, word } : undefined
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
    // Busy owners take the connection and answer late; then the process itself is looked for.
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
