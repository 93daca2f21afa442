/** A minimal W3C WebDriver client over fetch. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FoundWebKit } from './find-webkit.ts'

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const patienceMs = 60_000
const lookEveryMs = 200
const enter = '\uE007'

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

async function openScreen(xvfb: string): Promise<{ readonly display: string; readonly child: ChildProcess }> {
  const child = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.once('data', (said: Buffer) => resolve(`:${said.toString().trim()}`))
    child.once('error', reject)
    child.once('exit', () => reject(new Error('Xvfb ended')))
  })
  return { display, child }
}

export interface WebPage {
  goTo(url: string): Promise<void>
  run<Value>(body: string, ...values: readonly unknown[]): Promise<Value>
  until<Value>(what: string, body: string, ...values: readonly unknown[]): Promise<Value>
  click(xpath: string): Promise<void>
  type(text: string): Promise<void>
  holdEnter(ms: number): Promise<void>
  close(): Promise<void>
}

export async function openWebKit({ driver, browser, xvfb }: FoundWebKit): Promise<WebPage> {
  const screen = xvfb === undefined ? undefined : await openScreen(xvfb)
  const home = mkdtempSync(join(tmpdir(), 'legwork-webkit-'))
  const port = await freePort()
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_CONFIG_HOME: home,
      ...(screen === undefined ? {} : { DISPLAY: screen.display, GDK_BACKEND: 'x11' }),
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
  })
  const end = (): void => {
    child.kill('SIGTERM')
    screen?.child.kill('SIGTERM')
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      signal: AbortSignal.timeout(patienceMs),
    })
    const { value } = (await answer.json()) as {
      readonly value: { readonly error?: string; readonly message?: string }
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error ?? ''} ${value.message ?? ''}`)
    return value
  }
  try {
    for (
      let tries = 0;
      !(await call('GET', '/status').then(
        () => true,
        () => false,
      ));
      tries += 1
    ) {
      if (tries > 100 || child.exitCode !== null) throw new Error('WebKitWebDriver did not start')
      await pause(lookEveryMs)
    }
    const options = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } }
    const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch: options } })) as {
      readonly sessionId: string
    }
    return pageOf(call, `/session/${sessionId}`, end)
  } catch (error) {
    end()
    throw error
  }
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>

function pageOf(call: Call, session: string, end: () => void): WebPage {
  const run = async <Value>(body: string, ...args: readonly unknown[]): Promise<Value> =>
    (await call('POST', `${session}/execute/sync`, { script: body, args })) as Value
  const act = (...actions: readonly object[]): Promise<unknown> => call('POST', `${session}/actions`, { actions })
  const until = async <Value>(what: string, body: string, ...values: readonly unknown[]): Promise<Value> => {
    const beganMs = Date.now()
    for (;;) {
      const found = await run<Value>(body, ...values)
      if (found !== null && found !== false) return found
      if (Date.now() - beganMs > patienceMs)
        throw new Error(
          `${what} did not come. The page shows: ${await run<string>('return document.body.innerText.slice(0, 1500)')}`,
        )
      await pause(lookEveryMs)
    }
  }
  return {
    run,
    until,
    goTo: async url => void (await call('POST', `${session}/url`, { url })),
    async click(xpath) {
      const element = await until<Readonly<Record<string, string>>>(xpath, enabledByXPath, xpath)
      const origin = { [elementKey]: element[elementKey] }
      const moves = [
        { type: 'pointerMove', duration: 0, x: 1, y: 1 },
        { type: 'pointerMove', duration: 100, x: 3, y: 3 },
        { type: 'pointerMove', duration: 100, x: 0, y: 0, origin },
        { type: 'pause', duration: 600 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: moves })
    },
    async type(text) {
      const actions = Array.from(text).flatMap(value => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act({ type: 'key', id: 'keys', actions })
    },
    async holdEnter(ms) {
      await act({
        type: 'key',
        id: 'keys',
        actions: [
          { type: 'keyDown', value: enter },
          { type: 'pause', duration: ms },
          { type: 'keyUp', value: enter },
        ],
      })
    },
    async close() {
      await call('DELETE', session).catch(() => undefined)
      end()
    },
  }
}

const enabledByXPath = `
  const found = document.evaluate(arguments[0], document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue
  if (found === null || found.disabled || found.getAttribute('aria-disabled') === 'true') return null
  found.scrollIntoView({ block: 'nearest' })
  return found`
