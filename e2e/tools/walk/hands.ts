/** Performs a step of a walk on the page, machine or exchange, and returns a description. */
import type { Page } from 'puppeteer-core'
import type { Hand } from './checkers.ts'
import type { PageState } from './page-state.ts'
import type { Step } from './steps.ts'
import { confirmByMouse, pause, pressKeys, pressMouse } from './touch.ts'
import { takeTrade } from './trade.ts'
import type { Walk } from './walker.ts'

export function handOf({ kind }: Step): Hand {
  if (kind === 'visit' || kind === 'reload') return 'load'
  if (kind === 'click' || kind === 'confirm' || kind === 'type' || kind === 'trade') return 'mouse'
  return kind === 'key' || kind === 'draft' ? 'keys' : 'none'
}

const controls =
  'button:not(:disabled), a[href^="/"], input:not(:disabled), select, [role="gridcell"][tabindex], [role="tab"], summary'
const patientMs = 20_000

async function load(page: Page, go: () => Promise<unknown>): Promise<void> {
  // A delayed answer may outlast the wait for the load.
  await go().catch(() => undefined)
  await page.waitForSelector('#screen', { timeout: patientMs })
  await page.waitForSelector('html[data-ready="true"]', { timeout: 5_000 }).catch(() => undefined)
}

async function draft(page: Page, text: string): Promise<void> {
  for (const key of ['Escape', 'Escape', '2', '/'] as const) {
    await page.keyboard.press(key)
    await pause(300)
  }
  await page.keyboard.type(text)
  await pause(500)
  await page.keyboard.press('Enter')
  await pause(700)
  await pressKeys(page, 'Control+Enter')
}

export interface Surroundings {
  readonly walk: Walk
  readonly url: string
  readonly before: PageState
}

const minuteMs = 60_000

export async function takeStep(step: Step, { walk, url, before }: Surroundings): Promise<string | undefined> {
  const { page, exchange } = walk
  switch (step.kind) {
    case 'key':
      await pressKeys(page, step.key)
      return before.focus.what
    case 'click':
      // Settings shows the sandbox's control desk.
      if (before.path === '/settings') walk.spoil()
      return (await pressMouse(page, controls, step.share)) ?? 'nothing'
    case 'confirm':
      return (await confirmByMouse(page)) ?? 'nothing'
    case 'type': {
      const met = await pressMouse(
        page,
        'input:not(:disabled):not([type="checkbox"]):not([type="radio"]), textarea',
        step.share,
      )
      if (met !== undefined) await page.keyboard.type(step.text)
      return met ?? 'nothing'
    }
    case 'trade':
      return await takeTrade(page, step)
    case 'draft':
      await draft(page, step.text)
      return undefined
    case 'visit':
      walk.spoil()
      await load(page, () => page.goto(`${url}/${step.screen}`))
      return undefined
    case 'reload':
      walk.spoil()
      await load(page, () => page.reload())
      return undefined
    case 'sleep':
      walk.spoil()
      await page.evaluate(ms => {
        sessionStorage.setItem('walk.slept', String(Number(sessionStorage.getItem('walk.slept') ?? '0') + ms))
      }, step.minutes * minuteMs)
      await exchange.control('advance', { ms: step.minutes * minuteMs })
      return undefined
    case 'fault':
      walk.spoil()
      await exchange.control('faults', { account: 'demo', ...step.fault })
      return undefined
    case 'heal':
      await exchange.control('faults/clear', {})
      return undefined
    case 'fill':
      await walk.fill(step.side, before)
      return undefined
    case 'look':
      await pause(1_000)
      return undefined
    default:
      return step satisfies never
  }
}
