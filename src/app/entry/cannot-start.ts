/** Replaces every screen if the page cannot start, with the first reason. */
import { stripHostile } from '../../core/domain/safe-text.ts'

export function showCannotStart(why: string): void {
  const root = document.getElementById('root')
  if (root === null || root.querySelector('.cannot-start') !== null) return
  const main = document.createElement('main')
  main.className = 'cannot-start'
  main.setAttribute('role', 'alert')
  const heading = document.createElement('h1')
  heading.textContent = 'Legwork cannot start'
  const text = document.createElement('p')
  text.textContent = why
  main.append(heading, text)
  root.replaceChildren(main)
}

/** The page itself sends nothing, so reloading is always safe. */
export function showNotLoaded(error: unknown): void {
  const reason = error instanceof Error ? ` (${stripHostile(error.message, 300)})` : ''
  showCannotStart(
    `Its program could not be loaded${reason}. Load the page again to go on. Orders that were sent before are not affected.`,
  )
}
