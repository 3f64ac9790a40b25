// What a page calls. `send` brings a line to the service and gives its answer: fetch, in a page.
import * as reply from "./contracts/reply.js";
import * as request from "./contracts/request.js";

export type Send = (line: string) => Promise<string>;

/** Asks for an item; gives what to tell the member. */
export async function borrow(
  send: Send,
  member: string,
  item: string,
): Promise<string> {
  const asked: request.Request = { kind: "borrow", member, item };
  request.assert(asked);
  const answer = reply.parse(await send(JSON.stringify(asked)));
  switch (answer.kind) {
    case "granted":
      return `Yours until ${answer.loan.due.toISOString().slice(0, 10)}.`;
    case "refused":
      return answer.reason === "lent"
        ? "Somebody else has it."
        : `We can't: ${answer.detail ?? answer.reason}.`;
  }
}
