import type { Avatar } from "../../../../client/source/generated.ts";
import { assetAddress } from "../../api/assets.ts";
import { box } from "../../api/box.ts";
import { usePages } from "../../api/pages.ts";
import { may } from "../../app/session.ts";
import { Paged } from "../../parts/paged.tsx";
import { Section } from "../../parts/page.tsx";
import { Removal } from "../../parts/removal.tsx";
import { words } from "../../words/words.ts";

/** The saved avatars. */
export function Avatars({ version }: { version: number }) {
  const { media: own } = words.value;
  const pages = usePages((after, signal) => box.avatars.listAvatars(after, { signal }), [version]);
  return (
    <Section title={own.avatars}>
      <Paged pages={pages} none={own.noAvatars}>
        {(avatars) => (
          <ul class="gallery">
            {avatars.map((avatar) => (
              <li key={avatar.id}>
                <AvatarCard avatar={avatar} onChanged={pages.reload} />
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </Section>
  );
}

function AvatarCard({ avatar, onChanged }: { avatar: Avatar; onChanged: () => void }) {
  const { media: own } = words.value;
  const { id, label, image_url: url } = avatar;
  return (
    <figure class="card" data-avatar={id}>
      {url !== null && <img src={assetAddress(url)} alt={label} loading="lazy" />}
      <figcaption>
        <bdi>{label}</bdi>
        {may("avatars:write") && (
          <Removal
            name={label}
            goes={[own.avatarGoes]}
            stays={[own.jobsStay]}
            remove={() => box.avatars.deleteAvatar({ avatar_id: id })}
            onDone={onChanged}
          />
        )}
      </figcaption>
    </figure>
  );
}
