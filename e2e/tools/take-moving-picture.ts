/**
 * `npm run tool -- pictures`, second part: the README's animation of a real run against the sandbox. A strike is
 * dragged, quotes are requested and one is taken. The pointer is drawn, since screenshots omit it; each frame is a
 * screenshot.
 */
import { writeFileSync } from 'node:fs'
import { type Locator, type Page, expect } from '@playwright/test'
import { statedInstant } from '../../src/testing/stated-instant.ts'
import { signIn, liveMarket, startLegwork } from '../fixtures.ts'
import { launchBrowser } from './find-browser.ts'
import { type Frame, movingPicture } from './moving-picture.ts'
import { buildCondor } from './picture-drafts.ts'

const path = 'e2e/pictures/drag-ask-take.png'
const stepMs = 90
const patient = { timeout: 30_000 }

class Camera {
  readonly frames: Frame[] = []
  readonly #page: Page
  #x = 900
  #y = 420

  constructor(page: Page) {
    this.#page = page
  }

  async shoot(showMs: number): Promise<void> {
    await this.#page.evaluate(
      ([x, y]) => {
        const pointer = document.getElementById('pointer') ?? document.body.appendChild(document.createElement('div'))
        pointer.id = 'pointer'
        Object.assign(pointer.style, {
          position: 'fixed',
          left: `${x}px`,
          top: `${y}px`,
          width: '14px',
          height: '20px',
          zIndex: '9999',
          pointerEvents: 'none',
          background: '#fff',
          clipPath: 'polygon(0 0, 100% 68%, 58% 70%, 80% 100%, 62% 100%, 42% 74%, 0 100%)',
        })
      },
      [this.#x, this.#y] as const,
    )
    this.frames.push({ png: await this.#page.screenshot(), showMs })
  }

  async moveTo(x: number, y: number, steps: number): Promise<void> {
    const [fromX, fromY] = [this.#x, this.#y]
    for (let step = 1; step <= steps; step += 1) {
      this.#x = Math.round(fromX + ((x - fromX) * step) / steps)
      this.#y = Math.round(fromY + ((y - fromY) * step) / steps)
      await this.#page.mouse.move(this.#x, this.#y)
      await this.shoot(stepMs)
    }
  }

  async moveOnto(target: Locator, steps = 6): Promise<void> {
    for (let tries = 0; tries < 5; tries += 1) {
      const box = await target.boundingBox()
      if (box === null) throw new Error(`nothing to point at: ${String(target)}`)
      const isOnIt = this.#x > box.x && this.#x < box.x + box.width && this.#y > box.y && this.#y < box.y + box.height
      if (isOnIt) return
      await this.moveTo(box.x + box.width / 2, box.y + box.height / 2, tries === 0 ? steps : 1)
    }
  }

  async click(): Promise<void> {
    await this.#page.mouse.down()
    await this.#page.mouse.up()
  }
}

async function dragStrike(page: Page, camera: Camera): Promise<void> {
  const handle = page
    .getByTestId('payoff-chart')
    .getByRole('slider', { name: /^Strike of/ })
    .nth(2)
    .locator('rect')
    .last()
  await camera.moveOnto(handle)
  const box = await handle.boundingBox()
  if (box === null) throw new Error('no strike to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.down()
  await camera.moveTo(x + 60, y, 10)
  await camera.moveTo(x - 30, y, 12)
  await page.mouse.up()
}

async function send(page: Page, camera: Camera): Promise<void> {
  const review = page.getByTestId('review-dialog')
  await expect(review).toBeVisible(patient)
  await page.waitForTimeout(500)
  await camera.shoot(900)
  await camera.moveOnto(page.getByTestId('confirm-send'))
  await page.waitForTimeout(600)
  await camera.click()
}

async function askAndTake(page: Page, camera: Camera): Promise<void> {
  await camera.moveOnto(page.getByRole('button', { name: /^Review RFQ/ }))
  await camera.click()
  await send(page, camera)
  const live = page.getByTestId('live-rfq')
  const take = live.getByRole('button', { name: /^Take \d/ })
  await expect(live).toContainText('RFQ live', patient)
  await camera.shoot(700)
  await expect(take).toBeEnabled(patient)
  await camera.shoot(1_200)
  const traded = live.getByText(/^Bought 1 /)
  // A quote may be gone on arrival; then the next one is taken.
  for (let tries = 0; tries < 6 && !(await traded.isVisible()); tries += 1) {
    await expect(take).toBeEnabled(patient)
    await camera.moveOnto(take, 4)
    await camera.click()
    await send(page, camera)
    for (let asked = 0; asked < 4 && (await page.getByTestId('review-dialog').isVisible()); asked += 1) {
      await page.waitForTimeout(700)
      if (await page.getByTestId('review-dialog').isVisible()) await camera.click()
    }
    await traded.waitFor({ timeout: 5_000 }).catch(() => undefined)
  }
  await expect(traded).toBeVisible()
  await page.waitForTimeout(1_500)
  await camera.shoot(4_000)
}

const browser = await launchBrowser()
const server = await startLegwork({ ...liveMarket, SANDBOX_SEED: 'pictures', SANDBOX_CLOCK: statedInstant })
try {
  const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1280, height: 800 }, timezoneId: 'UTC' })
  await page.clock.install({ time: statedInstant })
  await signIn(page)
  await buildCondor(page)
  await expect(page.getByTestId('payoff-chart').getByRole('slider', { name: /^Strike of/ })).toHaveCount(4)
  await page.waitForTimeout(3_000)
  const camera = new Camera(page)
  await camera.shoot(1_200)
  await dragStrike(page, camera)
  await page.waitForTimeout(600)
  await camera.shoot(1_000)
  await askAndTake(page, camera)
  const picture = movingPicture(camera.frames)
  writeFileSync(path, picture)
  process.stdout.write(`${path}: ${camera.frames.length} frames, ${Math.round(picture.length / 1_000)} kB\n`)
} finally {
  await server.stop()
  await browser.close()
}
