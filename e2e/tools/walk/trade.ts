/** Trades through the screens: sends, takes, amends and cancels, by mouse or keys. */
import type { Page } from 'puppeteer-core'
import type { Step } from './steps.ts'
import { confirmByKey, confirmByMouse, pause, pressKeys, pressMouse } from './touch.ts'

type Trade = Extract<Step, { kind: 'trade' }>

const review = '[data-testid="confirm-send"]:not(:disabled)'
const patientMs = 3_000
/** A screen may be missing for other reasons: a fault, a dialog, an ended session. */
const isThere = (page: Page, selector: string): Promise<boolean> =>
  page.waitForSelector(selector, { timeout: patientMs }).then(
    () => true,
    () => false,
  )

async function leaveDialogs(page: Page): Promise<void> {
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape')
}

async function confirm(page: Page, byKeys: boolean): Promise<string> {
  if (!(await isThere(page, review))) return 'nothing to review'
  if (!byKeys) return (await confirmByMouse(page, review)) ?? 'nothing to send'
  await confirmByKey(page)
  return 'by key'
}

async function send(page: Page, { text, byKeys }: Trade): Promise<string> {
  await leaveDialogs(page)
  await page.keyboard.press('/')
  await pause(300)
  await page.keyboard.type(text)
  if (!(await isThere(page, '[data-testid="line-preview"]'))) return 'not understood'
  await pressKeys(page, 'Control+Enter')
  return await confirm(page, byKeys)
}

async function atOrders(page: Page, named: RegExp, share: number): Promise<string | undefined> {
  await leaveDialogs(page)
  await page.keyboard.press('3')
  if (!(await isThere(page, '[data-testid="open-orders-grid"], [data-testid="rfq-board"]'))) return undefined
  await pause(300)
  return await pressMouse(page, 'button:not(:disabled):not([data-gesture])', share, named)
}

export async function takeTrade(page: Page, step: Trade): Promise<string> {
  const { how, share, byKeys } = step
  switch (how) {
    case 'send':
      return await send(page, step)
    case 'take': {
      const met = await atOrders(page, /^Take/, share)
      return met === undefined ? 'nothing to take' : `${met}, ${await confirm(page, byKeys)}`
    }
    case 'amend': {
      const met = await atOrders(page, /^Amend/, share)
      if (met === undefined) return 'nothing to amend'
      if (!(await isThere(page, '[data-testid="amend-order"] input'))) return 'no form'
      await page.focus(
        '[data-testid="amend-order"] input[aria-label="Price per package"], [data-testid="amend-order"] input[type="text"]',
      )
      await page.keyboard.press(share < 0.5 ? 'ArrowUp' : 'ArrowDown')
      await pressMouse(page, '[data-testid="amend-order"] button:not(:disabled)', 0, /^Review/)
      return `${met}, ${await confirm(page, byKeys)}`
    }
    case 'cancel': {
      await leaveDialogs(page)
      await page.keyboard.press('3')
      const button =
        '[data-testid="open-orders-grid"] [data-gesture]:not(:disabled), [data-testid="rfq-board"] [data-gesture]:not(:disabled)'
      if (!(await isThere(page, button))) return 'nothing to cancel'
      return (await confirmByMouse(page, button, share)) ?? 'nothing to cancel'
    }
    default:
      return how satisfies never
  }
}
