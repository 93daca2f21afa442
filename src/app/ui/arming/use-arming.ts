/** Connects the arming state machine to page events: keys, mouse, time. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  type ArmingState,
  type Gesture,
  type IgnoredReason,
  type Step,
  ask,
  click,
  elapse,
  press,
  release,
  restMs,
  typed,
} from './arming.ts'
import { type Spot, isWithin, pointerSpot } from './pointer-spot.ts'
import { swallowRepeats } from './swallow-repeats.ts'

export interface ArmingInputs {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly question: string
  readonly gesture: Gesture
  readonly onFire: () => void
  readonly onIgnored?: ((why: IgnoredReason | undefined) => void) | undefined
}

const now = (): number => performance.now()

/** True for a key that writes or deletes text, not for shortcuts and navigation. */
const writes = ({ key, ctrlKey, metaKey }: globalThis.KeyboardEvent): boolean =>
  (key.length === 1 && !ctrlKey && !metaKey) || key === 'Backspace' || key === 'Delete'

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea') !== null

function useMouseThere(button: ArmingInputs['button'], question: string): () => boolean {
  const start = useRef<{ readonly spot: Spot | undefined; left: boolean }>({ spot: undefined, left: false })
  useLayoutEffect(() => {
    const asked = { spot: pointerSpot(), left: false }
    start.current = asked
    const moved = (event: PointerEvent): void => {
      const box = button.current?.getBoundingClientRect()
      if (box !== undefined && !isWithin(box, { x: event.clientX, y: event.clientY })) asked.left = true
    }
    window.addEventListener('pointermove', moved, { capture: true, passive: true })
    return () => window.removeEventListener('pointermove', moved, { capture: true })
  }, [button, question])
  return () => {
    const { spot, left } = start.current
    const box = button.current?.getBoundingClientRect()
    return !left && (spot === undefined || box === undefined || isWithin(box, spot))
  }
}

export function useArming({ button, question, gesture, onFire, onIgnored }: ArmingInputs) {
  const arming = useRef<ArmingState>(undefined)
  const pointer = useRef('')
  const keyMs = useRef(Number.NEGATIVE_INFINITY)
  const [hold, setHold] = useState<{ readonly question: string; readonly atMs: number }>()
  const wasThere = useMouseThere(button, question)

  const take = ({ arming: next, verdict }: Step): void => {
    arming.current = next
    setHold(verdict.kind === 'holding' ? { question, atMs: verdict.atMs } : undefined)
    if (verdict.kind === 'holding') onIgnored?.(undefined)
    if (verdict.kind === 'ignored') onIgnored?.(verdict.why)
    if (verdict.kind !== 'fire') return
    swallowRepeats()
    onFire()
  }
  const report = (step: (arming: ArmingState) => Step): void => {
    if (arming.current !== undefined) take(step(arming.current))
  }
  const lapse = useEffectEvent((): void => report(before => elapse(before, now())))
  const typing = useEffectEvent((event: globalThis.KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ' ') keyMs.current = event.timeStamp
    if (writes(event)) report(before => typed(before, event.timeStamp, isField(event.target)))
  })
  const put = useEffectEvent((): void => {
    arming.current = ask(gesture, now(), arming.current)
    onIgnored?.(undefined)
  })

  // A hold for another question does not fire.
  const firesAtMs = hold?.question === question ? hold.atMs : undefined
  useLayoutEffect(() => put(), [question, gesture])
  // An attribute, because a state would render the review again after every question.
  useEffect(() => {
    const target = button.current
    const timer = setTimeout(() => target?.setAttribute('data-armed', 'true'), restMs + 1)
    return () => {
      clearTimeout(timer)
      target?.removeAttribute('data-armed')
    }
  }, [button, question, gesture])
  useEffect(() => {
    if (firesAtMs === undefined) return undefined
    const timer = setTimeout(() => lapse(), Math.max(0, firesAtMs - now()) + 1)
    return () => clearTimeout(timer)
  }, [firesAtMs])
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => typing(event)
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])

  return {
    isHeld: firesAtMs !== undefined,
    onPointerDown: (event: { readonly pointerType: string }) => {
      pointer.current = event.pointerType
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      if (event.key === 'Enter' && isPlain && !event.repeat) report(before => press(before, event.timeStamp))
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key === ' ') event.preventDefault()
      if (event.key === 'Enter') report(before => release(before, event.timeStamp))
    },
    onBlur: () => report(before => release(before, now())),
    onClick: (event: MouseEvent) => {
      // A key pressed elsewhere whose click arrives here because the focus moved.
      if (event.detail === 0 && event.timeStamp - keyMs.current < restMs) return
      const isMouse = event.detail > 0 && pointer.current !== 'touch'
      report(before => click(before, event.timeStamp, isMouse && wasThere()))
    },
  }
}
