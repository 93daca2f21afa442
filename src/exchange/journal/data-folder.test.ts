// @vitest-environment node
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defaultDataFolder, folderProblem, lockFolder, makeDataFolder } from './data-folder.ts'
import { openSavedExchange } from './saved-exchange.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'legwork-lock-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const taken = async (): Promise<{ release(): void }> => {
  const locked = await lockFolder(folder)
  if (!locked.ok) throw new Error('the folder is in use')
  return locked.lock
}

describe('the lock of a folder', () => {
  test('lets one in at a time, says who is in, and leaves nothing behind', async () => {
    const lock = await taken()
    expect(await lockFolder(folder)).toEqual({ ok: false, pid: process.pid })
    lock.release()
    expect(readdirSync(folder)).toEqual([])
    const next = await taken()
    next.release()
  })

  test('lets one of several in that come at once', async () => {
    const came = await Promise.all([lockFolder(folder), lockFolder(folder), lockFolder(folder)])
    expect(came.filter(each => each.ok)).toHaveLength(1)
    for (const each of came) if (each.ok) each.lock.release()
  })

  test('is taken over from a process that was killed, even where another has its number by now', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await new Promise(done => child.once('close', done))
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, port: await freePort(), word: 'gone' }))
    const lock = await taken()
    expect(readFileSync(join(folder, 'lock'), 'utf8')).not.toContain('gone')
    lock.release()
  })

  test('is taken over where its port is another program by now', async () => {
    const other = createServer(socket => socket.end('220 welcome to something else, whatever you want'))
    const port = await new Promise<number>(found =>
      other.listen(0, '127.0.0.1', () => {
        const address = other.address()
        found(typeof address === 'object' && address !== null ? address.port : 0)
      }),
    )
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, port, word: '12345678-1234' }))
    const lock = await taken()
    expect(readFileSync(join(folder, 'lock'), 'utf8')).not.toContain('12345678-1234')
    lock.release()
    other.close()
  })

  test.each(['', '{', '[]', '{"pid":"1"}'])('is taken over from one that was killed while writing %j', async text => {
    writeFileSync(join(folder, 'lock'), text)
    const lock = await taken()
    expect(await lockFolder(folder)).toMatchObject({ ok: false })
    lock.release()
  })
})

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise(found =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address !== null ? address.port : 0))
    }),
  )
}

describe('the data folder', () => {
  test.each([
    [{ XDG_STATE_HOME: '/x/state' }, 'linux', '/x/state/legwork'],
    [{}, 'linux', '/home/ann/.local/state/legwork'],
    [{ XDG_STATE_HOME: 'not/absolute' }, 'linux', '/home/ann/.local/state/legwork'],
    [{}, 'darwin', '/home/ann/Library/Application Support/legwork'],
    [{ LOCALAPPDATA: '/c/local' }, 'win32', '/c/local/legwork'],
    [{}, 'win32', '/home/ann/AppData/Local/legwork'],
  ] as const)('with %j on %s is %s', (env, platform, expected) => {
    expect(defaultDataFolder(env, platform, '/home/ann')).toBe(expected)
  })

  test('that takes nothing stops the start in words, at once', async () => {
    expect(folderProblem('/data', new Error('a programming error'))).toBeUndefined()
    // Only Linux has places that accept no writes from anyone.
    if (process.platform !== 'linux') return
    const settings = { seed: 'x', market: 'frozen', instruments: 100, rfqTimeoutSeconds: 60 } as const
    const problemOf = async (data: string): Promise<string> => {
      const saved = await openSavedExchange({ ...settings, data })
      return saved.ok ? '' : saved.problem
    }
    expect(await problemOf('/proc/legwork/data')).toMatch(
      /^The folder \/proc\/legwork\/data cannot be made \(ENOENT\): set SANDBOX_DATA/,
    )
    expect(await problemOf('/proc/self')).toMatch(
      /^The folder \/proc\/self cannot be used: .*SANDBOX_DATA to another folder/,
    )
    const full = (): void => writeFileSync('/dev/full', 'x')
    expect(full).toThrow('ENOSPC')
    try {
      full()
    } catch (error) {
      expect(folderProblem('/data', error)).toBe(
        'The folder /data cannot be used: its disk is full (ENOSPC). Put that right, or set SANDBOX_DATA to another folder, or store nothing with SANDBOX_DATA=memory.',
      )
    }
  })

  test('that cannot be created is reported in words', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(makeDataFolder(join(folder, 'file', 'data'))).toMatch(/cannot be made \(ENOTDIR\): set SANDBOX_DATA/)
    expect(makeDataFolder(join(folder, 'a', 'b'))).toBeUndefined()
  })
})
