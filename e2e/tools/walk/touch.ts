import type { KeyInput, Page } from 'puppeteer-core'

/** Excludes controls that leave the page, open windows or files, or sign out. */
const elsewhere = /window of its own|save|download|copy|export|back ?up|restore|import|erase|delete|sign out|paste/i

interface Spot {
  readonly x: number
  readonly y: number
  readonly what: string
  readonly text: string
}

export const spotsOf = (page: Page, selector: string): Promise<Spot[]> =>
  page.evaluate(
    (of, without) =>
      [...document.querySelectorAll(of)].flatMap(element => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const spot = { x: x + width / 2, y: y + height / 2 }
        const what = (element.getAttribute('aria-label') ?? element.getAttribute('title') ?? element.textContent ?? '')
          .trim()
          .slice(0, 60)
        const above = width > 0 && height > 0 ? document.elementFromPoint(spot.x, spot.y) : null
        if (
          above === null ||
          !(element.contains(above) || above.contains(element)) ||
          new RegExp(without, 'i').test(what)
        )
          return []
        return [{ ...spot, what, text: (element.textContent ?? '').trim() }]
      }),
    selector,
    elsewhere.source,
  )

export async function pressKeys(page: Page, chord: string): Promise<void> {
  // Firefox names the space key by its character.
  const keys = chord.split('+').map(key => (key === 'Space' ? ' ' : key)) as KeyInput[]
  const last = keys.pop() ?? 'Escape'
  for (const key of keys) await page.keyboard.down(key)
  await page.keyboard.press(last)
  for (const key of keys.toReversed()) await page.keyboard.up(key)
}

export async function pressMouse(
  page: Page,
  selector: string,
  share: number,
  named = /(?:)/,
): Promise<string | undefined> {
  const spots = (await spotsOf(page, selector)).filter(({ text }) => named.test(text))
  const spot = spots[Math.floor(share * spots.length)]
  if (spot === undefined) return undefined
  await page.mouse.click(spot.x, spot.y)
  return spot.what
}

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Longer than the arming delay and the hold of Enter. */
const lookMs = 600
export const sends = '[data-gesture]:not(:disabled)'

export async function confirmByMouse(page: Page, selector = sends, share = 0): Promise<string | undefined> {
  await page.mouse.move(1, 1)
  await pause(lookMs)
  const spots = await spotsOf(page, selector)
  const spot = spots[Math.floor(share * spots.length)]
  if (spot === undefined) return undefined
  await page.mouse.move(spot.x, spot.y)
  await page.mouse.click(spot.x, spot.y)
  return spot.what
}

export async function confirmByKey(page: Page): Promise<void> {
  await pause(lookMs)
  await page.keyboard.down('Enter')
  await pause(lookMs)
  await page.keyboard.up('Enter')
}
