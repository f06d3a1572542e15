import { useState } from "preact/hooks";
import { may } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { words } from "../../words/words.ts";
import { Avatars } from "./avatars.tsx";
import { Brands } from "./brands.tsx";
import { NewPicture } from "./new-picture.tsx";
import { Pictures } from "./pictures.tsx";

/** Makes pictures, brands and avatars, and shows what exists. */
export function View() {
  const { media: own, nav } = words.value;
  const [isAdding, setAdding] = useState(false);
  // A new version makes the lists read again.
  const [version, setVersion] = useState(0);
  const renew = (): void => setVersion((before) => before + 1);
  return (
    <Page
      title={nav.media}
      actions={
        (may("media:write") || may("avatars:write")) && (
          <Button tone="main" icon="plus" onPress={() => setAdding(true)}>
            {own.newPicture}
          </Button>
        )
      }
    >
      <Pictures version={version} onChanged={renew} />
      {may("brands:read") && <Brands />}
      {may("avatars:read") && <Avatars version={version} />}
      {isAdding && (
        <NewPicture
          onClose={() => setAdding(false)}
          onStarted={() => {
            setAdding(false);
            renew();
          }}
        />
      )}
    </Page>
  );
}
