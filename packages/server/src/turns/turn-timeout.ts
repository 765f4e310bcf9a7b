/** The abort reason of a turn that exceeded its time. */
export class TurnTimeout extends Error {
  override readonly name = "TurnTimeout";

  constructor(maxTurnMs: number) {
    super(`The agent took longer than ${Math.round(maxTurnMs / 1000)} s`);
  }
}
