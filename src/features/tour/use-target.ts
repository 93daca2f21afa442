/** Where on the page a step of the tour points: followed as the page changes, scrolls and is resized. */
import { useEffect, useState } from 'react'
import type { TourTarget } from './tour-steps.ts'

export interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly isReadBeside: boolean
}

const followMs = 200

function placeOf(targets: readonly TourTarget[]): Place | undefined {
  for (const { selector, text = '', isReadBeside = false } of targets) {
    for (const element of document.querySelectorAll(selector)) {
      const { left, top, width, height } = element.getBoundingClientRect()
      const isInSight = width > 0 && height > 0 && top >= 0 && left >= 0 && top < innerHeight && left < innerWidth
      if (isInSight && (element.textContent ?? '').startsWith(text)) return { left, top, width, height, isReadBeside }
    }
  }
  return undefined
}

const isSame = (a: Place | undefined, b: Place | undefined): boolean =>
  a?.left === b?.left && a?.top === b?.top && a?.width === b?.width && a?.height === b?.height

/** Undefined while nothing of it is in sight. */
export function useTarget(targets: readonly TourTarget[]): Place | undefined {
  const [place, setPlace] = useState<Place>()
  useEffect(() => {
    const follow = (): void => {
      const now = placeOf(targets)
      setPlace(before => (isSame(before, now) ? before : now))
    }
    follow()
    const timer = setInterval(follow, followMs)
    return () => clearInterval(timer)
  }, [targets])
  return place
}
