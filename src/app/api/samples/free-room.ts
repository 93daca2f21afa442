/** Frees room by thinning samples; returns how many were removed. Loaded on demand, since a full database is rare. */
export const freeRoom = (): Promise<number> =>
  import('./make-room.ts').then(
    ({ makeRoom }) => makeRoom(),
    () => 0,
  )
