import { useState } from 'react'

/**
 * Returns true once it was ever true: an overlay stays mounted after its first opening, so that it can animate closing.
 */
export function useEver(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return isTrue || wasTrue
}
