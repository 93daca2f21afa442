/** The lines of the days by keys: arrows go from line to line, whatever of their stories is open; Enter opens one, as it does everywhere. */
import { type RefObject, useEffect } from 'react'
import { registerRows } from '../../ui/panel/enter-rows.ts'

/** `host` is around the lines, whose heads are `summary` elements with `data-line`. */
export function useLineKeys(host: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = host
    if (current === null) return undefined
    const lines = () => [...current.querySelectorAll<HTMLElement>('summary[data-line]')]
    let last: HTMLElement | undefined
    const enter = (line: HTMLElement | undefined): boolean => {
      line?.focus()
      return line !== undefined
    }
    const press = (event: KeyboardEvent): void => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const all = lines()
      const at = all.findIndex(line => line === event.target)
      if (step === 0 || at === -1 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      enter(all[at + step])
    }
    const remember = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && 'line' in target.dataset) last = target
    }
    const leave = registerRows(current, row => enter(row === 'last' && last?.isConnected === true ? last : lines()[0]))
    current.addEventListener('keydown', press)
    current.addEventListener('focusin', remember)
    return () => {
      leave()
      current.removeEventListener('keydown', press)
      current.removeEventListener('focusin', remember)
    }
  }, [host])
}
