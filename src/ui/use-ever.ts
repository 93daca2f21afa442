import { useState } from 'react'

/** Whether it was ever true: what opened once stays mounted and can close as it likes. */
export function useEver(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return isTrue || wasTrue
}
