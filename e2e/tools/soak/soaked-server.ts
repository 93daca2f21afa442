/** The built program with an open inspector, to read its memory after a forced collection. */
import { type ChildProcess, spawn } from 'node:child_process'
import { WebSocket } from 'ws'

export interface ServerMemory {
  readonly rss: number
  readonly heap: number
}

export interface SoakedServer {
  readonly url: string
  memory(): Promise<ServerMemory>
  stop(): Promise<void>
}

export async function startSoaked(settings: Readonly<Record<string, string>>): Promise<SoakedServer> {
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', 'dist/server/main.js'], {
    env: { ...process.env, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { url, inspector } = await addressesOf(child)
  const devtools = await openInspector(inspector)
  return {
    url,
    async memory() {
      await devtools('HeapProfiler.collectGarbage')
      const asked = { expression: 'JSON.stringify(process.memoryUsage())' }
      const { result } = (await devtools('Runtime.evaluate', asked)) as { readonly result: { readonly value: string } }
      const { rss, heapUsed } = JSON.parse(result.value) as { readonly rss: number; readonly heapUsed: number }
      return { rss, heap: heapUsed }
    },
    stop: () =>
      new Promise(resolve => {
        child.once('close', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}

function addressesOf(child: ChildProcess): Promise<{ readonly url: string; readonly inspector: string }> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: unknown): void => {
      said += String(chunk)
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
      const inspector = /ws:\/\/127\.0\.0\.1:\S+/.exec(said)?.[0]
      if (url !== undefined && inspector !== undefined) resolve({ url, inspector })
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('close', code => reject(new Error(`the server ended (${code}): ${said}`)))
  })
}

type Devtools = (method: string, params?: object) => Promise<unknown>

async function openInspector(address: string): Promise<Devtools> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (result: unknown) => void>()
  socket.on('message', (data: Buffer) => {
    const { id, result } = JSON.parse(data.toString()) as { readonly id?: number; readonly result?: unknown }
    if (id === undefined) return
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  let last = 0
  return (method, params = {}) =>
    new Promise(resolve => {
      last += 1
      waiting.set(last, resolve)
      socket.send(JSON.stringify({ id: last, method, params }))
    })
}
