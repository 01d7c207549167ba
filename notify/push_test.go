package notify

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math/big"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// browser is the receiving end of web push.
type browser struct {
	private *ecdh.PrivateKey
	auth    []byte
}

func newBrowser(t *testing.T) browser {
	t.Helper()
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	must(t, err)
	auth := make([]byte, 16)
	_, _ = rand.Read(auth)
	return browser{private, auth}
}

// subscription is what the browser tells the site.
func (b browser) subscription(endpoint string) Subscription {
	return Subscription{Endpoint: endpoint, Auth: encodeKey(b.auth), P256dh: encodeKey(b.private.PublicKey().Bytes())}
}

// open unseals a push by RFC 8291, written down here apart from the library that seals.
func (b browser) open(t *testing.T, body []byte) []byte {
	t.Helper()
	salt, size, rest := body[:16], binary.BigEndian.Uint32(body[16:20]), body[21:]
	sender, sealed := rest[:body[20]], rest[body[20]:]
	if len(sealed) > int(size) {
		t.Fatalf("%d octets in a record of %d", len(sealed), size)
	}
	public, err := ecdh.P256().NewPublicKey(sender)
	must(t, err)
	shared, err := b.private.ECDH(public)
	must(t, err)
	info := "WebPush: info\x00" + string(b.private.PublicKey().Bytes()) + string(sender)
	material, err := hkdf.Key(sha256.New, shared, b.auth, info, 32)
	must(t, err)
	key, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: aes128gcm\x00", 16)
	must(t, err)
	nonce, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: nonce\x00", 12)
	must(t, err)
	block, err := aes.NewCipher(key)
	must(t, err)
	seal, err := cipher.NewGCM(block)
	must(t, err)
	padded, err := seal.Open(nil, nonce, sealed, nil)
	must(t, err)
	text, ok := strings.CutSuffix(strings.TrimRight(string(padded), "\x00"), "\x02")
	if !ok {
		t.Fatal("the last record has no end")
	}
	return []byte(text)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// newPush is a sender that may call the test's own receivers, and its public key.
func newPush(t *testing.T, guard Guard) (*Push, string) {
	t.Helper()
	private, public, err := NewPushKeys()
	must(t, err)
	push, err := NewPush(PushConfig{PrivateKey: private, PublicKey: public, Subject: "mailto:ops@salle.example", Client: guard.Client()})
	must(t, err)
	return push, public
}

// behaviour C2.6, web push: only the browser can read it, and the push service can tell who sent it.
func TestPushReachesTheBrowser(t *testing.T) {
	push, public := newPush(t, Guard{AllowPrivate: true})
	url, calls := receiver(t, http.StatusCreated)
	to := newBrowser(t)
	must(t, push.Send(t.Context(), to.subscription(url+"/push/abc"), turn))
	c := <-calls
	var got map[string]string
	must(t, json.Unmarshal(to.open(t, c.body), &got))
	want := map[string]string{"id": turn.ID, "title": turn.Title, "text": turn.Text, "url": turn.URL}
	for field, value := range want {
		if got[field] != value || len(got) != len(want) {
			t.Errorf("payload %v, want %v", got, want)
		}
	}
	if c.method != http.MethodPost || c.path != "/push/abc" || len(c.body) != pushRecord {
		t.Errorf("%s %s with %d octets, want %d whatever it says", c.method, c.path, len(c.body), pushRecord)
	}
	for header, value := range map[string]string{"TTL": "86400", "Urgency": "normal", "Content-Encoding": "aes128gcm"} {
		if c.header.Get(header) != value {
			t.Errorf("%s: %q, want %q", header, c.header.Get(header), value)
		}
	}
	if topic := c.header.Get("Topic"); !regexp.MustCompile(`^[A-Za-z0-9_-]{32}$`).MatchString(topic) {
		t.Errorf("topic %q", topic)
	}
	verifySender(t, c.header.Get("Authorization"), public, url)
}

// verifySender judges the sender's word as a push service does (RFC 8292).
func verifySender(t *testing.T, authorization, public, origin string) {
	t.Helper()
	parts := regexp.MustCompile(`^vapid t=([^.]+\.([^.]+))\.([^.,]+), k=(.+)$`).FindStringSubmatch(authorization)
	if parts == nil || parts[4] != public {
		t.Fatalf("authorization %q of %s", authorization, public)
	}
	point, err := decodeKey(public)
	must(t, err)
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	must(t, err)
	signature, err := decodeKey(parts[3])
	must(t, err)
	sum := sha256.Sum256([]byte(parts[1]))
	if !ecdsa.Verify(key, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		t.Error("the signature does not hold")
	}
	claims, err := decodeKey(parts[2])
	must(t, err)
	var said struct{ Aud, Sub string }
	must(t, json.Unmarshal(claims, &said))
	if said.Aud != origin || said.Sub != "mailto:ops@salle.example" {
		t.Errorf("claims %s, want audience %s", claims, origin)
	}
}

// The same notice replaces itself, another does not; a long one is cut.
func TestPushTopicAndLength(t *testing.T) {
	push, _ := newPush(t, Guard{AllowPrivate: true})
	url, calls := receiver(t, http.StatusCreated)
	to := newBrowser(t)
	other := turn
	other.ID = "m7.13.north.turn"
	other.Text = strings.Repeat("한 \"x\"\n", 3000)
	var topics []string
	var last []byte
	for _, n := range []Notice{turn, turn, other} {
		must(t, push.Send(t.Context(), to.subscription(url), n))
		c := <-calls
		topics = append(topics, c.header.Get("Topic"))
		last = c.body
	}
	if topics[0] != topics[1] || topics[0] == topics[2] {
		t.Errorf("topics %q", topics)
	}
	var got struct{ Text, URL string }
	must(t, json.Unmarshal(to.open(t, last), &got))
	if got.URL != other.URL || !strings.HasSuffix(got.Text, "…") || len(got.Text) < 1000 {
		t.Errorf("a long text arrives as %q", got.Text)
	}
}

func TestPushNamesAnswers(t *testing.T) {
	push, _ := newPush(t, Guard{AllowPrivate: true})
	sub := newBrowser(t)
	for status, want := range map[int]string{
		200: "", 201: "", 202: "", 404: "gone", 410: "gone", 307: "redirect", 413: "status 413", 429: "status 429", 500: "status 500",
	} {
		url, _ := receiver(t, status)
		err := push.Send(t.Context(), sub.subscription(url), turn)
		if text(err) != want || errors.Is(err, ErrGone) != (want == "gone") {
			t.Errorf("%d: %v, want %q", status, err, want)
		}
	}
}

// behaviour C2.9: a browser may not name an address of the house either, not even where nobody thought of a client.
func TestPushIsGuarded(t *testing.T) {
	private, public, err := NewPushKeys()
	must(t, err)
	push, err := NewPush(PushConfig{PrivateKey: private, PublicKey: public, Subject: "ops@salle.example"})
	must(t, err)
	url, calls := receiver(t, http.StatusCreated)
	if err := push.Send(t.Context(), newBrowser(t).subscription(url), turn); !errors.Is(err, ErrRefused) || len(calls) != 0 {
		t.Errorf("%v, %d calls, want %v and none", err, len(calls), ErrRefused)
	}
}

func TestPushRefusesWhatCannotBeSent(t *testing.T) {
	push, _ := newPush(t, Guard{})
	good := newBrowser(t).subscription("https://push.example/1")
	must(t, good.Check())
	padded := good
	padded.Auth = base64.StdEncoding.EncodeToString([]byte("\xff\xfe\xfd3456789012345"))
	must(t, padded.Check())
	for name, c := range map[string]struct {
		change func(*Subscription)
		want   error
	}{
		"endpoint":       {func(s *Subscription) { s.Endpoint = "push.example" }, ErrURLScheme},
		"no secret":      {func(s *Subscription) { s.Auth = "" }, ErrSubscription},
		"short secret":   {func(s *Subscription) { s.Auth = "AAAA" }, ErrSubscription},
		"no base64":      {func(s *Subscription) { s.Auth = "?" }, ErrSubscription},
		"no key":         {func(s *Subscription) { s.P256dh = "" }, ErrSubscription},
		"key no base64":  {func(s *Subscription) { s.P256dh = "?" }, ErrSubscription},
		"not on a curve": {func(s *Subscription) { s.P256dh = encodeKey(append([]byte{4}, make([]byte, 64)...)) }, ErrSubscription},
	} {
		sub := good
		c.change(&sub)
		if err := push.Send(t.Context(), sub, turn); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if err := push.Send(t.Context(), good, Notice{}); !errors.Is(err, ErrNotice) {
		t.Errorf("an empty notice: %v", err)
	}
}

func TestPushConfig(t *testing.T) {
	private, public, err := NewPushKeys()
	must(t, err)
	_, foreign, err := NewPushKeys()
	must(t, err)
	for name, c := range map[string]struct {
		config PushConfig
		good   bool
	}{
		"mail":           {PushConfig{PrivateKey: private, PublicKey: public, Subject: "ops@salle.example"}, true},
		"page":           {PushConfig{PrivateKey: private, PublicKey: public, Subject: "https://salle.example"}, true},
		"padded":         {PushConfig{PrivateKey: private + "=", PublicKey: public + "=", Subject: "ops@salle.example"}, true},
		"nobody":         {PushConfig{PrivateKey: private, PublicKey: public}, false},
		"plain page":     {PushConfig{PrivateKey: private, PublicKey: public, Subject: "http://salle.example"}, false},
		"no pair":        {PushConfig{PrivateKey: private, PublicKey: foreign, Subject: "ops@salle.example"}, false},
		"no public key":  {PushConfig{PrivateKey: private, Subject: "ops@salle.example"}, false},
		"no private key": {PushConfig{PublicKey: public, Subject: "ops@salle.example"}, false},
		"no base64":      {PushConfig{PrivateKey: "?", PublicKey: public, Subject: "ops@salle.example"}, false},
	} {
		_, err := NewPush(c.config)
		if (err == nil) != c.good {
			t.Errorf("%s: %v, want it good: %t", name, err, c.good)
		}
		if err != nil && c.config.PrivateKey != "" && strings.Contains(err.Error(), c.config.PrivateKey) && len(c.config.PrivateKey) > 1 {
			t.Errorf("%s: %v tells the private key", name, err)
		}
	}
}
