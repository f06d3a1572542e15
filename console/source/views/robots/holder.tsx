import type { RobotCommand } from "../../../../client/source/generated.ts";
import { href } from "../../app/router.ts";
import { holderName } from "../../app/author.ts";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** Who has a robot or sent it a command, with its rank; a link to the job for a run. */
export function Holder({ id, name, priority }: HolderProps) {
  const { robots: own } = words.value;
  if (priority === "run") {
    return <a href={href(`/system/jobs/${id.replace("run:", "")}`)}>{own.ranks.run}</a>;
  }
  return say(own.leaseText, { holder: holderName(id, name), rank: own.ranks[priority] });
}

interface HolderProps {
  /** Id of the key, the person, the rule or the run. */
  id: string;
  name: string | null;
  priority: RobotCommand["priority"];
}
