/** Runs one command of the test run, shows progress, and returns its output. */
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export interface Ran {
  readonly ok: boolean
  readonly output: string
}

export interface RunOptions {
  readonly live?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

const silenceMs = 5_000

/** Runs a program of node_modules or of the system. Never throws: a program that does not start counts as failed. */
export function runCommand(
  command: string,
  args: readonly string[],
  { live = false, env = {}, timeoutMs = 3_600_000 }: RunOptions = {},
): Promise<Ran> {
  return new Promise(resolve => {
    const started = Date.now()
    let spoke = started
    let output = ''
    const path = `${join(process.cwd(), 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`
    const child = spawn(command, args, {
      env: { ...process.env, PATH: path, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    const hear = (chunk: Buffer): void => {
      const text = chunk.toString('utf8')
      output += text
      if (!live) return
      spoke = Date.now()
      process.stdout.write(text.replace(/^(?=.)/gm, '  '))
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    const pulse = setInterval(() => {
      const now = Date.now()
      if (now - spoke >= silenceMs) {
        process.stdout.write(`  … ${seconds(now - started)}\n`)
        spoke = now
      }
      if (now - started > timeoutMs) {
        output += `\nstopped after ${seconds(timeoutMs)}\n`
        child.kill('SIGKILL')
      }
    }, 1_000)
    const end = (ok: boolean, more = ''): void => {
      clearInterval(pulse)
      resolve({ ok, output: output + more })
    }
    child.once('error', error => end(false, error.message))
    child.once('close', code => end(code === 0))
  })
}

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
